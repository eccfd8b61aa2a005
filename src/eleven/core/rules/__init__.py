"""What rules are written with: records, bit sets, questions, luck, and the compiler."""

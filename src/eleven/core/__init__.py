"""What every game stands on: records, luck, questions, actions, the contract and the ways to play."""

// Where the cells of a board lie. Its long rows lie side by side in as many lines as the screen needs, or stand, whichever
// is less high; either way every line shows a part of every row, so that neighbours stay neighbours.

const CELL = 44;
/** The pixels between two parts of a board. */
const SEAM = 4;
/** From so high on, a board of two lines lies as it does on a table. */
const HIGH = 600;

/**
 * @typedef {object} Lie
 * @property {boolean} standing whether the rows run downwards
 * @property {number} parts in how many parts the rows are cut
 * @property {(row: number, column: number) => {line: number, column: number}} at where a cell is in the grid
 */

/**
 * How rows lie on a board so wide.
 * @param {number} rows
 * @param {number} longest
 * @param {number} width
 * @param {number} height of the screen
 * @returns {Lie}
 */
export function lieOf(rows, longest, width, height) {
  const lines = Math.ceil(longest / Math.max(1, Math.floor(width / CELL)));
  const stands = Math.max(1, Math.floor((width + SEAM) / (rows * CELL + SEAM)));
  const standing = Math.ceil(longest / stands) < lines * rows && !(lines <= 2 && height >= HIGH);
  const parts = standing ? Math.ceil(longest / Math.ceil(longest / stands)) : lines;
  const each = Math.ceil(longest / parts);
  const at = (/** @type {number} */ row, /** @type {number} */ column) => {
    const [across, along] = [Math.floor(column / each) * (rows + 1) + row + 1, (column % each) + 1];
    return standing ? { line: along, column: across } : { line: across, column: along };
  };
  return { standing, parts, at };
}

/**
 * Lay the cells of a board; returns how they lie, or null while the board cannot be seen.
 * @param {HTMLElement} board
 * @returns {Lie | null}
 */
export function arrange(board) {
  const rows = Array.from(board.querySelectorAll(":scope > .zone"), (zone) => Array.from(zone.querySelectorAll(".thing")));
  const longest = Math.max(0, ...rows.map((row) => row.length));
  if (!longest || !board.clientWidth) return null;
  const style = getComputedStyle(board);
  const width = board.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
  const lie = lieOf(rows.length, longest, width, innerHeight);
  const cells = (/** @type {number} */ count) => `repeat(${count}, minmax(0, 1fr))`;
  const part = cells(lie.standing ? rows.length : Math.ceil(longest / lie.parts));
  board.style.gridTemplateColumns = lie.standing ? Array(lie.parts).fill(part).join(` ${SEAM}px `) : part;
  board.classList.toggle("standing", lie.standing);
  rows.forEach((row, r) =>
    row.forEach((cell, c) => {
      const { line, column } = lie.at(r, c);
      /** @type {HTMLElement} */ (cell).style.gridArea = `${line} / ${column}`;
    }),
  );
  return lie;
}

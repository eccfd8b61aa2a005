// The layout of a board. Its long rows are wrapped into as many lines as the screen needs, or run vertically, whichever is
// less high; every line shows a part of every row, so that neighbouring rows stay neighbours. For phones, see `distributeHeight`.

const CELL_SIZE = 44;
/** The size of cells in replays. */
const REPLAY_CELL_SIZE = 36;
/** The gap between two parts of a board in pixels. */
const PART_GAP = 4;
/** From this screen height on, a board with two lines is not turned. */
const TALL_SCREEN = 600;
/** The minimum height of a line without touchable cells. */
const MIN_LINE = 24;
/** The same with touchable cells and the space around. */
const TOUCHABLE_LINE = CELL_SIZE + 2;
/** The line heights from which on the middle of the table, and the header as well, stay visible. */
const [COMFORTABLE_LINE, SPACIOUS_LINE] = [28, 38];
/** The maximum height of a line, on tablets. */
const MAX_LINE = 54;
/** Screens on which the board and one's own area share the height; the same as in the style sheets. */
const [shared, phone] = ["1239px", "699px"].map((width) => matchMedia(`(max-width: ${width}) and (min-height: 480px)`));

/**
 * @typedef {object} BoardLayout
 * @property {boolean} vertical whether the rows run vertically
 * @property {number} parts the number of parts that each row is split into
 * @property {(row: number, column: number) => {line: number, column: number}} at the grid position of a cell
 */

/**
 * Lay out a board of this width.
 * @param {number} rows
 * @param {number} longest
 * @param {number} width
 * @param {number} height of the screen
 * @returns {BoardLayout}
 */
export function layoutOf(rows, longest, width, height, cell = CELL_SIZE) {
  const lines = Math.ceil(longest / Math.max(1, Math.floor(width / cell)));
  const columnsThatFit = Math.max(1, Math.floor((width + PART_GAP) / (rows * CELL_SIZE + PART_GAP)));
  const vertical = Math.ceil(longest / columnsThatFit) < lines * rows && !(lines <= 2 && height >= TALL_SCREEN);
  const parts = vertical ? Math.ceil(longest / Math.ceil(longest / columnsThatFit)) : lines;
  const each = Math.ceil(longest / parts);
  const at = (/** @type {number} */ row, /** @type {number} */ column) => {
    const [across, along] = [Math.floor(column / each) * (rows + 1) + row + 1, (column % each) + 1];
    return vertical ? { line: along, column: across } : { line: across, column: along };
  };
  return { vertical, parts, at };
}

/**
 * Lay out the cells of a board; returns the layout, or null while the board is not visible.
 * @param {HTMLElement} board
 * @returns {BoardLayout | null}
 */
export function arrange(board) {
  const rows = Array.from(board.querySelectorAll(":scope > .zone"), (zone) => Array.from(zone.querySelectorAll(".thing")));
  const longest = Math.max(0, ...rows.map((row) => row.length));
  if (!longest || !board.clientWidth) return null;
  const style = getComputedStyle(board);
  const width = board.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
  const layout = layoutOf(rows.length, longest, width, innerHeight, document.querySelector("#question-bar") ? CELL_SIZE : REPLAY_CELL_SIZE);
  const cells = (/** @type {number} */ count) => `repeat(${count}, minmax(0, 1fr))`;
  const part = cells(layout.vertical ? rows.length : Math.ceil(longest / layout.parts));
  board.style.gridTemplateColumns = layout.vertical ? Array(layout.parts).fill(part).join(` ${PART_GAP}px `) : part;
  board.classList.toggle("vertical", layout.vertical);
  rows.forEach((row, r) =>
    row.forEach((cell, c) => {
      const { line, column } = layout.at(r, c);
      /** @type {HTMLElement} */ (cell).style.gridArea = `${line} / ${column}`;
    }),
  );
  distributeHeight(board);
  return layout;
}

/** @param {MediaQueryList} screen */
const isShared = (screen) => screen.matches && Boolean(document.querySelector("#question-bar") && document.querySelector("#board .thing"));

/** Whether the board shares the height of a phone screen with one's own area. */
export const isPhoneLayout = () => isShared(phone);

/**
 * On phones and tablets, distribute the height among the lines of a board. If there is room, the middle of the table and the
 * page header stay visible; on tablets, and while a thing in the middle is to be laid, the middle is always visible.
 * @param {HTMLElement} board
 */
export function distributeHeight(board) {
  if (!isShared(shared)) return resetHeight(board);
  const height = (/** @type {string} */ part) => /** @type {HTMLElement | null} */ (document.querySelector(part))?.offsetHeight ?? 0;
  const page = document.documentElement.style;
  page.setProperty("--question-bar", `${height("#question-bar")}px`);
  page.scrollPadding = `${height("#seats")}px 0 ${height("#question-bar") + height("#own")}px`;
  const cells = /** @type {HTMLElement[]} */ (Array.from(board.querySelectorAll(".thing")));
  const lines = new Set(cells.map(lineOf));
  const grown = new Set(cells.filter((cell) => cell.matches(".legal")).map(lineOf));
  const least = availableHeight(board, lines.size);
  const share = (/** @type {number} */ room) => Math.floor((room - grown.size * TOUCHABLE_LINE) / Math.max(1, lines.size - grown.size));
  const [all, middle] = [share(least - height("#middle") - height(".bar")), share(least - height("#middle"))];
  const whole = !phone.matches || middle >= COMFORTABLE_LINE || document.querySelector("#middle .draggable") !== null;
  const cell = all >= SPACIOUS_LINE || !phone.matches ? all : whole ? middle : share(least);
  board.dataset.scrollEnd = whole ? "middle" : "board";
  board.style.setProperty("--cell", `${Math.min(phone.matches ? CELL_SIZE : MAX_LINE, Math.max(MIN_LINE, cell))}px`);
}

/** Reset the layout, so that nothing overlaps. @param {HTMLElement} board */
function resetHeight(board) {
  board.style.removeProperty("--cell");
  document.documentElement.style.scrollPadding = "";
}

/** @param {HTMLElement} cell */
const lineOf = (cell) => cell.style.gridRowStart;

/**
 * The height that is available for the lines of a board, between the seats and one's own area.
 * @param {HTMLElement} board
 * @param {number} lines
 */
function availableHeight(board, lines) {
  const [style, around] = [getComputedStyle(board), getComputedStyle(board.closest(".layout") ?? board)];
  const table = getComputedStyle(board.closest("#table") ?? board);
  const spaces = [style.paddingTop, style.paddingBottom, style.marginBottom, around.paddingTop, table.rowGap].map(parseFloat);
  const others = ["seats", "own", "question-bar"].map((id) => document.getElementById(id)?.offsetHeight ?? 0);
  return [...spaces, ...others, parseFloat(style.rowGap) * (lines - 1)].reduce((left, part) => left - (part || 0), innerHeight);
}

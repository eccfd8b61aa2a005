// Touch paths: the things a person touches, one after the other, until they name one legal action.
// Nothing here knows a game or the page; clicks, drags and keys all end up in `touch`.

/** @typedef {import("../../lib/types").Action} Action */
/** @typedef {{kind: "play", action: Action} | {kind: "path"} | {kind: "why", path: string[]}} Outcome */

export class Touches {
  constructor() {
    /** @type {Action[]} */
    this.actions = [];
    /** @type {string[]} */
    this.path = [];
    /** Whether a way of acting is chosen by itself where the question allows no other. */
    this.skipsWays = true;
  }

  /**
   * New legal actions; a path that was begun is kept while it still leads somewhere.
   * @param {Action[]} actions
   */
  renew(actions) {
    this.actions = actions;
    if (!this.matching(this.path).length) this.path = [];
  }

  /**
   * The actions whose path begins so.
   * @param {string[]} path
   */
  matching(path) {
    return this.actions.filter((action) => path.every((id, i) => action.touch[i] === id));
  }

  /**
   * What may be touched next, in the order of the actions.
   * @param {string[]} path
   * @returns {Set<string>}
   */
  next(path = this.path) {
    const ids = this.matching(path).map((action) => action.touch[path.length]);
    return new Set(ids.filter((id) => id !== undefined));
  }

  /**
   * What is to be touched first, where a thing comes later in the path; nothing when a path was begun.
   * @param {string} id
   */
  before(id) {
    const later = this.path.length ? [] : this.actions.filter((action) => action.touch.indexOf(id) > 0);
    return [...new Set(later.map((action) => action.touch[0]))];
  }

  /**
   * Whether something can be picked up and carried somewhere else.
   * @param {string} id
   */
  leadsOn(id) {
    return this.matching([id]).some((action) => action.touch.length > 1);
  }

  /**
   * A way of acting that is chosen by a button before the table is touched again, such as `do:arrange`.
   * @param {string} id
   * @param {string[]} path
   */
  isWay(id, path = this.path) {
    return id.startsWith("do:") && this.matching([...path, id]).some((action) => action.touch.length > path.length + 1);
  }

  /** The ways of acting that could follow. */
  ways() {
    return [...this.next()].filter((id) => this.isWay(id));
  }

  /**
   * Whether something could be done with what was chosen, but not what can be done with other things.
   */
  isLimited() {
    const [first, ...rest] = this.next();
    return this.path.length === 1 && !rest.length && first !== undefined && this.isWay(first) && !this.isOnlyWay(first);
  }

  /** Whether every action that takes more than one touch is of this way. @param {string} way */
  isOnlyWay(way) {
    return this.actions.every((action) => action.touch.length === 1 || action.touch[1] === way);
  }

  /**
   * The action that is meant by touching this, though its way of acting was not chosen.
   * @param {string} id
   * @returns {{way: string, action: Action} | undefined}
   */
  meant(id) {
    const [way, ...others] = this.ways().filter((each) => this.next([...this.path, each]).has(id));
    if (way === undefined || others.length) return undefined;
    const found = this.matching([...this.path, way, id]);
    return found.length === 1 ? { way, action: found[0] } : undefined;
  }

  /**
   * The action that touching this next would complete, if it is one only.
   * @param {string} id
   * @returns {Action | undefined}
   */
  completes(id) {
    const found = this.matching([...this.path, id]);
    return found.length === 1 && found[0].touch.length === this.path.length + 1 ? found[0] : undefined;
  }

  /**
   * @param {string} id
   * @returns {Outcome}
   */
  touch(id) {
    if (this.path.at(-1) === id) {
      this.path = this.path.slice(0, -1);
      return { kind: "path" };
    }
    if (this.next().has(id)) return this.extend([...this.path, id]);
    if (this.next([]).has(id)) return this.extend([id]);
    return { kind: "why", path: [...this.path, id] };
  }

  /**
   * @param {string[]} path
   * @returns {Outcome}
   */
  extend(path) {
    const done = this.matching(path).find((action) => action.touch.length === path.length);
    this.path = done ? [] : this.withWay(path);
    return done ? { kind: "play", action: done } : { kind: "path" };
  }

  /**
   * Things that were picked up; the only way to go on with them is taken.
   * @param {string[]} path
   */
  withWay(path) {
    const [way, ...others] = this.next(path);
    const only = this.skipsWays && way !== undefined && !others.length && this.isWay(way, path) && this.isOnlyWay(way);
    return only ? [...path, way] : path;
  }

  /** Pick something up, to carry it somewhere. @param {string} id */
  carry(id) {
    this.path = this.withWay(this.next().has(id) ? [...this.path, id] : [id]);
  }

  /** Put back what was chosen. */
  clear() {
    this.path = [];
  }
}

// Touch paths: the things that a person touches, one after the other, until they identify one legal action.
// Independent of games and of the page; clicks, drags and keys all end up in `touch`.

/** @typedef {import("../../types/page").Action} Action */
/** @typedef {{kind: "play", action: Action} | {kind: "path"} | {kind: "why", path: string[]}} Outcome */

export class Touches {
  constructor() {
    /** @type {Action[]} */
    this.actions = [];
    /** @type {string[]} */
    this.path = [];
    /** Whether a way of acting is selected automatically if the question allows no other. */
    this.skipsWays = true;
  }

  /**
   * Set new legal actions; a started path is kept if an action still begins with it.
   * @param {Action[]} actions
   */
  setActions(actions) {
    this.actions = actions;
    if (!this.matching(this.path).length) this.path = [];
  }

  /**
   * The actions that begin with a path.
   * @param {string[]} path
   */
  matching(path) {
    return this.actions.filter((action) => path.every((id, i) => action.touch[i] === id));
  }

  /**
   * The ids that may be touched next, in the order of the actions.
   * @param {string[]} path
   * @returns {Set<string>}
   */
  next(path = this.path) {
    const ids = this.matching(path).map((action) => action.touch[path.length]);
    return new Set(ids.filter((id) => id !== undefined));
  }

  /**
   * The ids that must be touched before a thing that comes later in a path; empty once a path was started.
   * @param {string} id
   */
  prerequisites(id) {
    const later = this.path.length ? [] : this.actions.filter((action) => action.touch.indexOf(id) > 0);
    return [...new Set(later.map((action) => action.touch[0]))];
  }

  /**
   * Whether something can be picked up and carried somewhere else.
   * @param {string} id
   */
  canPickUp(id) {
    return this.matching([id]).some((action) => action.touch.length > 1);
  }

  /**
   * Whether an id is a way of acting that is chosen by a button in the middle of a path, such as `do:arrange`.
   * @param {string} id
   * @param {string[]} path
   */
  isWay(id, path = this.path) {
    return id.startsWith("do:") && this.matching([...path, id]).some((action) => action.touch.length > path.length + 1);
  }

  /** The ways of acting that could come next. */
  ways() {
    return [...this.next()].filter((id) => this.isWay(id));
  }

  /**
   * Whether the chosen thing allows only some of the ways that other things allow.
   */
  isLimited() {
    const [first, ...rest] = this.next();
    return this.path.length === 1 && !rest.length && first !== undefined && this.isWay(first) && !this.isOnlyWay(first);
  }

  /** Whether every action with more than one touch uses this way. @param {string} way */
  isOnlyWay(way) {
    return this.actions.every((action) => action.touch.length === 1 || action.touch[1] === way);
  }

  /**
   * The action that a touch identifies, although its way of acting was not chosen.
   * @param {string} id
   * @returns {{way: string, action: Action} | undefined}
   */
  impliedAction(id) {
    const [way, ...others] = this.ways().filter((each) => this.next([...this.path, each]).has(id));
    if (way === undefined || others.length) return undefined;
    const found = this.matching([...this.path, way, id]);
    return found.length === 1 ? { way, action: found[0] } : undefined;
  }

  /**
   * The action that touching this next would complete, if it is unambiguous.
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
   * Extend a path by the way of acting if there is only one.
   * @param {string[]} path
   */
  withWay(path) {
    const [way, ...others] = this.next(path);
    const only = this.skipsWays && way !== undefined && !others.length && this.isWay(way, path) && this.isOnlyWay(way);
    return only ? [...path, way] : path;
  }

  /** Pick something up, to drag it somewhere. @param {string} id */
  pickUp(id) {
    this.path = this.withWay(this.next().has(id) ? [...this.path, id] : [id]);
  }

  /** Deselect everything. */
  clear() {
    this.path = [];
  }
}

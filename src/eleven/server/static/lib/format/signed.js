// Numbers with a sign.

/** @param {number} change */
export const signed = (change) => (change < 0 ? `−${-change}` : `+${change}`);

/**
 * What a region takes that scrolls: it can be reached, and scrolled by keyboard, in every browser.
 */
export const SCROLLS = { tabIndex: 0 } as const;

/**
 * Requests before a measurement. V8 compiles the code of a page or call while it runs, so that the first ones cost up to three
 * times as much.
 */
export const warmUp = { pages: 1500, calls: 5000 };

/** English texts: home. */
export const home = {} as const;

/** English texts: cli. */
export const cli = {} as const;

/** English texts: errors. */
export const errors = {} as const;

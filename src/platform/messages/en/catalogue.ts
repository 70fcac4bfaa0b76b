/** English texts: catalogue. */
export const catalogue = {} as const;

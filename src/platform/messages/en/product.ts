/** English texts: product. */
export const product = {} as const;

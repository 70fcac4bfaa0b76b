/** English texts: content. */
export const content = {} as const;

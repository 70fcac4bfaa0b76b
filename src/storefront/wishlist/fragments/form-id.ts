/** Id of the form around a list. */
export const formId = "yith-wcwl-form";

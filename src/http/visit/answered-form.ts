/** The answer to a contact form that was posted without scripts, for the page that shows the form again. */
export interface AnsweredForm {
  /** Which form of the page: "wpcf7-f7-p2-o1". */
  unitTag: string;
  /** As in the feedback response: "validation_failed". */
  status: string;
  message: string;
  /** In the order of the form. */
  invalidFields: readonly { field: string; message: string }[];
  /** What was typed, by name of the control without brackets; empty once the message is sent. */
  typed: ReadonlyMap<string, readonly string[]>;
  /** As in the feedback response; "" if the message was not sent. */
  postedDataHash: string;
}

/** The shop's colours as hex values, because mail clients do not support CSS variables. */
const light = {
  paper: "#fbfaf5",
  raised: "#ffffff",
  ink: "#1b1e18",
  muted: "#464a41",
  line: "#dcdacd",
  leaf: "#17503b",
};
const dark = {
  paper: "#151712",
  raised: "#1e211b",
  ink: "#f1efe6",
  muted: "#c0c2b6",
  line: "#353930",
  leaf: "#8fd0ae",
};

const cell = { padding: "12px 0", borderBottom: `1px solid ${light.line}`, verticalAlign: "top" } as const;
const sum = { padding: "8px 0", verticalAlign: "top", fontWeight: 400 } as const;
const total = { padding: "12px 0", borderTop: `2px solid ${light.ink}`, fontSize: 20, fontWeight: 700 } as const;

/** Inline styles, because mail clients support few style sheets. Clients that drop the style sheet show the light colours. */
export const styles = {
  body: {
    margin: 0,
    padding: "24px 0",
    background: light.paper,
    color: light.ink,
    font: "16px/1.5 Helvetica, Arial, sans-serif",
  },
  sheet: {
    boxSizing: "border-box",
    maxWidth: 600,
    margin: "0 auto",
    padding: "32px 24px",
    background: light.raised,
    borderTop: `4px solid ${light.leaf}`,
  },
  shop: { margin: "0 0 32px", color: light.leaf, fontWeight: 700, fontSize: 20 },
  title: { margin: "0 0 12px", fontSize: 26, lineHeight: 1.2 },
  lead: { margin: "0 0 24px" },
  foot: { margin: "32px 0 0", paddingTop: 16, borderTop: `1px solid ${light.line}`, color: light.muted, fontSize: 14 },
  footLink: { color: "inherit" },
  action: { margin: "24px 0" },
  button: {
    display: "inline-block",
    padding: "12px 24px",
    borderRadius: 4,
    background: light.leaf,
    color: light.raised,
    fontWeight: 700,
    textDecoration: "none",
  },
  heads: { margin: "0 0 8px", color: light.muted, fontSize: 15 },
  table: { width: "100%", margin: "0 0 24px", borderCollapse: "collapse", borderTop: `2px solid ${light.ink}` },
  product: { ...cell, textAlign: "start", fontWeight: 400 },
  amount: { ...cell, paddingInlineStart: 16, textAlign: "end", whiteSpace: "nowrap" },
  small: { color: light.muted, fontSize: 14, fontWeight: 400, whiteSpace: "normal" },
  sumLabel: { ...sum, textAlign: "start" },
  sumAmount: { ...sum, paddingInlineStart: 16, textAlign: "end", whiteSpace: "nowrap" },
  totalLabel: { ...total, textAlign: "start", verticalAlign: "top" },
  totalAmount: { ...total, paddingInlineStart: 16, textAlign: "end", whiteSpace: "nowrap", verticalAlign: "top" },
  /** Two boxes side by side if there is room. */
  box: {
    boxSizing: "border-box",
    display: "inline-block",
    width: "49%",
    minWidth: 240,
    paddingInlineEnd: 16,
    verticalAlign: "top",
  },
  label: { margin: "0 0 4px", fontSize: 16 },
  address: { margin: "0 0 24px", fontStyle: "normal", overflowWrap: "anywhere" },
  /** Highlights important information. */
  panel: { margin: "16px 0 24px", padding: 16, border: `1px solid ${light.line}`, borderRadius: 4 },
  code: { fontSize: 20, whiteSpace: "nowrap" },
  last: { margin: 0 },
  note: { margin: "0 0 24px", whiteSpace: "pre-line", overflowWrap: "anywhere" },
} as const;

/** What inline styles cannot say, for clients that support style sheets: Markdown's elements, and dark colours. */
export const sheet = `.m-text a { color: ${light.leaf} }
.m-text img { max-width: 100%; height: auto }
.m-text h2 { margin: 32px 0 8px; font-size: 20px; line-height: 1.3 }
.m-text h3, .m-text h4 { margin: 24px 0 8px; font-size: 17px; line-height: 1.3 }
.m-text ul, .m-text ol { padding-inline-start: 24px }
.m-text blockquote { margin: 16px 0; padding-inline-start: 16px; border-inline-start: 4px solid ${light.leaf} }
.m-text table { width: 100%; border-collapse: collapse; border-top: 2px solid ${light.ink} }
.m-text th, .m-text td { padding: 8px 0; padding-inline-end: 16px; border-bottom: 1px solid ${light.line}; text-align: start; vertical-align: top }
.m-text hr { margin: 24px 0; border: 0; border-top: 1px solid ${light.line} }
@media (prefers-color-scheme: dark) {
.m-body { background: ${dark.paper} !important; color: ${dark.ink} !important }
.m-sheet { background: ${dark.raised} !important; border-color: ${dark.leaf} !important }
.m-shop, .m-text a { color: ${dark.leaf} !important }
.m-button { background: ${dark.leaf} !important; color: ${dark.paper} !important }
.m-muted { color: ${dark.muted} !important }
.m-foot { color: ${dark.muted} !important; border-color: ${dark.line} !important }
.m-line { border-color: ${dark.line} !important }
.m-rule, .m-text table { border-color: ${dark.ink} !important }
.m-text blockquote { border-color: ${dark.leaf} !important }
.m-text th, .m-text td, .m-text hr { border-color: ${dark.line} !important }
}`;

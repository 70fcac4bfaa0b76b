import { Type } from "typebox";
import { type SettingDefinitions, setting } from "../setting.ts";

/** Settings of the media library. */
export const mediaSettings = {
  upload_max_mb: setting(Type.Integer({ minimum: 1, maximum: 200 }), 50, "Largest picture (MB) that can be uploaded."),
  upload_max_megapixels: setting(
    Type.Integer({ minimum: 1, maximum: 200 }),
    50,
    "Most megapixels of an uploaded picture: each takes up to 4 MB of memory while it is prepared.",
  ),
  upload_max_frames: setting(
    Type.Integer({ minimum: 1, maximum: 10_000 }),
    1000,
    "Most frames of an uploaded animation. Only the first is kept.",
  ),
  upload_svg: setting(
    Type.Union([Type.Literal("no"), Type.Literal("cleaned")]),
    "no",
    "cleaned: SVG drawings can be uploaded, and are kept without scripts, links, styles and embedded files.",
  ),
  uploads_per_hour: setting(
    Type.Integer({ minimum: 1, maximum: 100_000 }),
    1000,
    "Pictures that one account can upload in an hour.",
  ),
} as const satisfies SettingDefinitions;

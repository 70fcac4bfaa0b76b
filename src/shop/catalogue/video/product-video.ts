import { sql } from "drizzle-orm";
import type { Picture } from "../pictures/picture.ts";
import { pictureJson, productId } from "../product-record.ts";

/** The video of a product. Its page shows nothing but the poster until it is played. */
export interface ProductVideo {
  /** Key in the media storage; "" for one on YouTube. */
  file: string;
  /** "video/mp4"; "" for one on YouTube. */
  mediaType: string;
  /** "" for a file. */
  youtubeId: string;
  /** Key of a WebVTT file in the media storage; "" without. */
  captions: string;
  /** Null: the product's first picture. */
  poster: Picture | null;
  /** ISO text. */
  uploadedAt: string;
}

/** SQL of the video of the `products` row in scope; null without. */
export const videoJson = sql<ProductVideo | null>`(
  select json_build_object('file', v.file, 'mediaType', v.media_type, 'youtubeId', v.youtube_id, 'captions', v.captions,
    'poster', case when m.id is not null then ${pictureJson("m")} end, 'uploadedAt', v.created_at)
  from product_videos v left join media m on m.id = v.poster_id where v.product_id = ${productId})`;

/** SQL of the pictures by which the `products` row in scope can be turned. */
export const spinJson = sql<Picture[]>`coalesce((select json_agg(${pictureJson("m")} order by s.position)
  from product_spin_frames s join media m on m.id = s.media_id where s.product_id = ${productId}), '[]'::json)`;

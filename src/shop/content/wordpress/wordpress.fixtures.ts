/** Writes WordPress exports for tests. */

const cdata = (text: string) => `<![CDATA[${text.replaceAll("]]>", "]]]]><![CDATA[>")}]]>`;

/** An item; what is missing has WordPress's defaults. */
export interface FixtureItem {
  id: number;
  type?: string;
  title?: string;
  link?: string;
  creator?: string;
  content?: string;
  excerpt?: string;
  slug?: string;
  status?: string;
  password?: string;
  sticky?: boolean;
  comments?: "open" | "closed";
  parent?: number;
  order?: number;
  date?: string;
  dateGmt?: string;
  attachmentUrl?: string;
  terms?: readonly [domain: string, nicename: string, name: string][];
  meta?: Readonly<Record<string, string>>;
  discussion?: readonly FixtureComment[];
}

export interface FixtureComment {
  id: number;
  author?: string;
  email?: string;
  content?: string;
  approved?: string;
  parent?: number;
  type?: string;
  userId?: number;
  date?: string;
}

export function itemXml(item: FixtureItem): string {
  const { id, type = "post", slug = `item-${id}`, status = "publish", date = "2024-03-01 15:00:00" } = item;
  return `<item>
<title>${cdata(item.title ?? `Title ${id}`)}</title>
<link>${item.link ?? `https://old.example/${slug}/`}</link>
<dc:creator>${cdata(item.creator ?? "amna")}</dc:creator>
<guid isPermaLink="false">https://old.example/?p=${id}</guid>
<description></description>
<content:encoded>${cdata(item.content ?? "")}</content:encoded>
<excerpt:encoded>${cdata(item.excerpt ?? "")}</excerpt:encoded>
<wp:post_id>${id}</wp:post_id>
<wp:post_date>${cdata(date)}</wp:post_date>
<wp:post_date_gmt>${cdata(item.dateGmt ?? "2024-03-01 10:00:00")}</wp:post_date_gmt>
<wp:post_modified_gmt>${cdata("2024-04-01 08:00:00")}</wp:post_modified_gmt>
<wp:comment_status>${cdata(item.comments ?? "open")}</wp:comment_status>
<wp:post_name>${cdata(slug)}</wp:post_name>
<wp:status>${cdata(status)}</wp:status>
<wp:post_parent>${item.parent ?? 0}</wp:post_parent>
<wp:menu_order>${item.order ?? 0}</wp:menu_order>
<wp:post_type>${cdata(type)}</wp:post_type>
<wp:post_password>${cdata(item.password ?? "")}</wp:post_password>
<wp:is_sticky>${item.sticky ? 1 : 0}</wp:is_sticky>
${item.attachmentUrl === undefined ? "" : `<wp:attachment_url>${cdata(item.attachmentUrl)}</wp:attachment_url>`}
${(item.terms ?? []).map(([domain, nicename, name]) => `<category domain="${domain}" nicename="${nicename}">${cdata(name)}</category>`).join("\n")}
${Object.entries(item.meta ?? {})
  .map(
    ([key, value]) =>
      `<wp:postmeta><wp:meta_key>${cdata(key)}</wp:meta_key><wp:meta_value>${cdata(value)}</wp:meta_value></wp:postmeta>`,
  )
  .join("\n")}
${(item.discussion ?? []).map(commentXml).join("\n")}
</item>
`;
}

function commentXml({ id, author = "Bilal", email = "bilal@example.com", ...rest }: FixtureComment): string {
  const { content = `Comment ${id}`, approved = "1", parent = 0, type = "comment", userId = 0 } = rest;
  return `<wp:comment><wp:comment_id>${id}</wp:comment_id><wp:comment_author>${cdata(author)}</wp:comment_author>
<wp:comment_author_email>${email}</wp:comment_author_email><wp:comment_author_IP>198.51.100.7</wp:comment_author_IP>
<wp:comment_date>${cdata(rest.date ?? "2024-03-02 15:00:00")}</wp:comment_date>
<wp:comment_date_gmt>${cdata(rest.date ?? "2024-03-02 10:00:00")}</wp:comment_date_gmt>
<wp:comment_content>${cdata(content)}</wp:comment_content><wp:comment_approved>${cdata(approved)}</wp:comment_approved>
<wp:comment_type>${cdata(type)}</wp:comment_type><wp:comment_parent>${parent}</wp:comment_parent>
<wp:comment_user_id>${userId}</wp:comment_user_id></wp:comment>`;
}

export const exportHead = `<?xml version="1.0" encoding="UTF-8" ?>
<!-- generator="WordPress" -->
<rss version="2.0" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/" xmlns:content="http://purl.org/rss/1.0/modules/content/"
 xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/">
<channel>
<title>Old site</title>
<link>https://old.example</link>
<wp:wxr_version>1.2</wp:wxr_version>
<wp:base_site_url>https://old.example</wp:base_site_url>
<wp:base_blog_url>https://old.example</wp:base_blog_url>
<wp:author><wp:author_id>7</wp:author_id><wp:author_login>${cdata("amna")}</wp:author_login><wp:author_email>${cdata("amna@old.example")}</wp:author_email><wp:author_display_name>${cdata("Amna Tariq")}</wp:author_display_name></wp:author>
`;

export const exportFoot = "</channel>\n</rss>\n";

/** Returns a whole export. @param head more of its head, such as terms */
export function exportXml(items: readonly FixtureItem[], head = ""): string {
  return `${exportHead}${head}${items.map(itemXml).join("")}${exportFoot}`;
}

export const categoryXml = (id: number, slug: string, name: string, parent = "") =>
  `<wp:category><wp:term_id>${id}</wp:term_id><wp:category_nicename>${cdata(slug)}</wp:category_nicename><wp:category_parent>${cdata(parent)}</wp:category_parent><wp:cat_name>${cdata(name)}</wp:cat_name></wp:category>\n`;

const tagXml = (id: number, slug: string, name: string) =>
  `<wp:tag><wp:term_id>${id}</wp:term_id><wp:tag_slug>${cdata(slug)}</wp:tag_slug><wp:tag_name>${cdata(name)}</wp:tag_name></wp:tag>\n`;

/** An entry of the menu "main-menu". */
function menuItem(id: number, order: number, meta: Readonly<Record<string, string>>, title = ""): FixtureItem {
  const named = Object.entries(meta).map(([name, value]) => [`_menu_item_${name}`, value] as const);
  const terms: FixtureItem["terms"] = [["nav_menu", "main-menu", "Main menu"]];
  return { id, order, title, type: "nav_menu_item", terms, meta: Object.fromEntries(named), link: "" };
}

/** A small site as its owner could have exported it. */
export const smallSite = exportXml(
  [
    {
      id: 11,
      type: "attachment",
      status: "inherit",
      slug: "kettle",
      title: "kettle",
      attachmentUrl: "https://old.example/wp-content/uploads/2024/02/kettle.png",
      meta: { _wp_attachment_image_alt: "A steaming kettle" },
    },
    {
      id: 12,
      type: "attachment",
      status: "inherit",
      slug: "cup",
      title: "cup",
      attachmentUrl: "https://old.example/wp-content/uploads/2024/02/cup.png",
    },
    {
      id: 13,
      type: "attachment",
      status: "inherit",
      slug: "prices",
      title: "prices",
      attachmentUrl: "https://old.example/wp-content/uploads/2024/02/prices.pdf",
    },
    {
      id: 21,
      title: "Boiling water &amp; other arts",
      slug: "boiling-water",
      link: "https://old.example/2024/03/boiling-water/",
      sticky: true,
      excerpt: "How hot is <em>hot</em>?",
      terms: [
        ["category", "green-tea", "Green tea"],
        ["post_tag", "kettles", "Kettles"],
        ["post_format", "post-format-video", "Video"],
      ],
      meta: { _thumbnail_id: "11", _edit_last: "1" },
      content: `<!-- wp:paragraph -->
<p>See <a href="https://old.example/2024/02/picking-leaves/?ref=x#top">the leaves</a>, <a href="http://www.old.example/?p=22">again</a> and <a href="/about/team/">us</a>. <a href="https://old.example/wp-content/uploads/2024/02/prices.pdf">Prices</a></p>
<!-- /wp:paragraph -->
<!-- wp:image {"id":11,"sizeSlug":"large"} -->
<figure class="wp-block-image size-large"><img src="https://old.example/wp-content/uploads/2024/02/kettle-1024x683.png" alt="Kettle" width="24" class="wp-image-11" onerror="alert(1)"/><figcaption class="wp-element-caption">Ours</figcaption></figure>
<!-- /wp:image -->
<!-- wp:gallery {"columns":2} -->
<figure class="wp-block-gallery"><!-- wp:image {"id":11} --><figure><img src="https://old.example/wp-content/uploads/2024/02/kettle.png"/></figure><!-- /wp:image --><!-- wp:image {"id":12} --><figure><img src="https://old.example/wp-content/uploads/2024/02/cup.png"/></figure><!-- /wp:image --></figure>
<!-- /wp:gallery -->
<!-- wp:embed {"url":"https://www.youtube.com/watch?v=abcdefghijk","type":"video"} -->
<figure><div>https://www.youtube.com/watch?v=abcdefghijk</div><figcaption>The film</figcaption></figure>
<!-- /wp:embed -->
<!-- wp:embed {"url":"https://www.youtube.com/playlist?list=PLabc","type":"video"} -->
<figure><div>https://www.youtube.com/playlist?list=PLabc</div><figcaption>All films</figcaption></figure>
<!-- /wp:embed -->
<!-- wp:woocommerce/handpicked-products {"products":[31,32],"columns":2} /-->
<!-- wp:acme/weather {"city":"Lahore"} --><p>Sunny</p><!-- /wp:acme/weather -->
<!-- wp:shortcode -->[acme_chart id="3"]<!-- /wp:shortcode -->`,
      discussion: [
        { id: 501, author: "Bilal <b>K</b>", content: "First!\nSecond line <script>x</script>" },
        { id: 502, parent: 501, author: "Amna", userId: 7, content: "<p>Thank you</p>" },
        { id: 503, parent: 502, approved: "0" },
        { id: 504, approved: "spam" },
        { id: 505, approved: "trash" },
        { id: 506, type: "pingback" },
      ],
    },
    {
      id: 22,
      title: "Picking leaves",
      slug: "picking-leaves",
      link: "https://old.example/2024/02/picking-leaves/",
      terms: [["category", "tea", "Tea"]],
      content: `First line
second line

[caption id="attachment_12" align="alignright" width="15"]<img src="https://old.example/wp-content/uploads/2024/02/cup-15x10.png" alt="Cup" class="size-medium" /> A cup[/caption]

[gallery ids="12,11" columns="3"]

https://youtu.be/abcdefghijk

[contact-form-7 id="5" title="Ask us"]

[products limit="none"]

<iframe src="https://www.youtube.com/embed/abcdefghijk?start=30"></iframe>

<iframe src="https://player.vimeo.com/video/123456789?h=0a1b2c3d4e&amp;dnt=1#t=1m5s"></iframe>

<img src="https://elsewhere.example/spy.gif">`,
    },
    {
      id: 23,
      title: "Later",
      slug: "",
      status: "draft",
      link: "https://old.example/?p=23",
      dateGmt: "0000-00-00 00:00:00",
    },
    { id: 24, title: "Secret", slug: "secret", password: "open" },
    { id: 25, title: "Soon", slug: "soon", status: "future", dateGmt: "2036-01-01 00:00:00" },
    {
      id: 26,
      type: "page",
      title: "Team",
      slug: "team",
      parent: 27,
      comments: "closed",
      link: "https://old.example/about/team/",
    },
    { id: 27, type: "page", title: "About", slug: "about", comments: "closed" },
    { id: 28, type: "page", title: "Basket", slug: "basket", content: "[woocommerce_cart]" },
    { id: 29, type: "page", title: "Shop", slug: "shop" },
    { id: 31, type: "product", title: "Sencha", slug: "sencha" },
    menuItem(41, 1, { type: "post_type", object: "page", object_id: "27", menu_item_parent: "0" }),
    menuItem(42, 2, { type: "post_type", object: "page", object_id: "26", menu_item_parent: "41" }),
    menuItem(43, 3, { type: "taxonomy", object: "category", object_id: "1", menu_item_parent: "0" }),
    menuItem(
      44,
      4,
      {
        type: "custom",
        object: "custom",
        object_id: "44",
        menu_item_parent: "0",
        url: "https://old.example/2024/02/picking-leaves/",
      },
      "Leaves",
    ),
    menuItem(
      45,
      5,
      { type: "custom", object: "custom", object_id: "45", menu_item_parent: "0", url: "javascript:alert(1)" },
      "Bad",
    ),
  ],
  categoryXml(1, "tea", "Tea") + categoryXml(2, "green-tea", "Green tea", "tea") + tagXml(3, "kettles", "Kettles"),
);

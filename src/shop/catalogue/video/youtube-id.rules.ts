const hosts = /^(?:(?:www\.|m\.)?youtube\.com|(?:www\.)?youtube-nocookie\.com|youtu\.be)$/;

/** Returns the id of the video that an address on YouTube shows, in any of its forms; undefined for other addresses. */
export function youtubeIdOf(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { protocol, hostname, pathname, searchParams } = new URL(address);
  if (!/^https?:$/.test(protocol) || !hosts.test(hostname)) return undefined;
  const [, first = "", second = ""] = pathname.split("/");
  const isNamed = ["embed", "shorts", "live", "v"].includes(first);
  const id = hostname === "youtu.be" ? first : isNamed ? second : first === "watch" ? searchParams.get("v") : "";
  return id && /^[\w-]{11}$/.test(id) ? id : undefined;
}

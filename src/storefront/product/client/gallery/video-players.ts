/** Origin of the player that sets no cookies before a video is played. */
export const youtubePlayer = "https://www.youtube-nocookie.com";

/** Origin of Vimeo's player; asked not to track, it sets no cookies. */
export const vimeoPlayer = "https://player.vimeo.com";

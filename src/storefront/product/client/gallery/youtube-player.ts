/** Origin of the player that sets no cookies before a video is played. */
export const youtubePlayer = "https://www.youtube-nocookie.com";

import { expect, test } from "vitest";
import { routes } from "#routes";
import { openBrowser } from "../support/browser.ts";
import { eventsOf, openTracked } from "../support/tracked-page.ts";

const browser = openBrowser();
const product = routes.product("vitamin-d3-drops");

/** Forms of other scripts, a pricing table and a video, as their plug-ins print them. */
const embedded = `
  <form class="fca_eoi_form" id="offers"><input type="email" name="email"><input type="checkbox"><button>Join</button></form>
  <form class="fca_eoi_form" id="refused"><input type="email" name="email"><input type="checkbox" checked><button>Join</button></form>
  <div class="fca_qc_quiz" id="fca_qc_quiz_12" data-quiz-result="Kilim"><p class="fca_qc_quiz_title">Which one?</p>
    <a class="fca_qc_share_link" href="#kilim">Share</a>
    <form><button class="fca_qc_start_button">Start</button></form>
    <input type="email"><button type="button" class="fca_qc_submit_email_button">Show</button></div>
  <div class="fca-ept-main" id="fca-ept-4"><div class="fca-ept-column"><p class="fca-ept-plan">Gold</p>
    <p class="fca-ept-price"><ins>$ 1,250.50</ins> <del>$ 1,400</del></p><a class="fca-ept-button" href="#gold">Get</a>
    <a class="fca-ept-button" id="added" href="#?add-to-cart=5">Add</a></div></div>
  <video id="empty"></video>
  <video id="own" title="Own" src="/own.mp4" preload="none"></video>
  <iframe title="Film" src="https://player.vimeo.com/video/42"></iframe>
  <iframe title="Clip" src="https://www.youtube-nocookie.com/embed/abc-1?enablejsapi=1"></iframe>`;

/** A player that is watched to 60 %, paused, watched to the end, and started once more. */
const fakePlayer = `<script>
  let isAsked = false;
  addEventListener("message", () => {
    if (isAsked) return;
    isAsked = true;
    const states = [[1, 0], [1, 12], [1, 30], [1, 60], [2, 60], [1, 60], [1, 95], [0, 100], [1, 0]];
    for (const [playerState, currentTime] of states)
      parent.postMessage(JSON.stringify({ event: "infoDelivery", info: { playerState, currentTime, duration: 100 } }), "*");
  });
</script>`;

/** The same of Vimeo, which says by events what happens. */
const fakeVimeo = `<script>
  let isAsked = false;
  addEventListener("message", ({ data }) => {
    if (data.includes("ping")) parent.postMessage(JSON.stringify({ method: "ping" }), "*");
    if (isAsked || !data.includes("timeupdate")) return;
    isAsked = true;
    for (const [event, seconds] of [["play", 0], ["timeupdate", 30], ["pause", 60], ["play", 60], ["ended", 100]])
      parent.postMessage(JSON.stringify({ event, data: { seconds, duration: 100 } }), "*");
  });
</script>`;

/** Runs in the page: plays the shop's own player as the fakes do. */
const playOwn = () => {
  const player = document.querySelector("#own");
  const state = { paused: true, ended: false, currentTime: 0, duration: 100 };
  for (const name of Object.keys(state) as (keyof typeof state)[])
    Object.defineProperty(player, name, { get: () => state[name] });
  for (const [event, currentTime] of [
    ["play", 0],
    ["pause", 60],
    ["play", 60],
    ["ended", 100],
    ["play", 0],
  ] as const) {
    Object.assign(state, { paused: event !== "play", ended: event === "ended", currentTime });
    player?.dispatchEvent(new Event(event));
  }
};

const watched = [
  "VideoPlay",
  "VideoWatch10Percent",
  "VideoWatch25Percent",
  "VideoWatch50Percent",
  "VideoPause",
  "VideoWatch75Percent",
  "VideoWatch90Percent",
  "VideoWatchToEnd",
];

test("forms, quizzes, pricing tables, videos and the page's own events are told once, and only as agreed", async () => {
  const { page, others } = await openTracked(browser, ["marketing"], {
    networks: { meta: "1234567890" },
    serverNetworks: [],
    isTest: true,
  });
  const debugged: string[] = [];
  page.on("console", (message) => message.type() === "debug" && debugged.push(message.text()));
  await page
    .context()
    .route(/youtube-nocookie/, (route) => route.fulfill({ contentType: "text/html", body: fakePlayer }));
  await page.context().route(/player\.vimeo/, (route) => route.fulfill({ contentType: "text/html", body: fakeVimeo }));
  // Bypassing the policy does not cover its frames.
  await page.route(`**${product}`, async (route) => {
    const response = await route.fetch();
    const { "content-security-policy": _, ...headers } = response.headers();
    await route.fulfill({ response, headers });
  });
  await page.addInitScript((html) => {
    if (window !== window.top) return;
    const insert = (_: unknown, observer: MutationObserver) => {
      if (!document.body) return;
      observer.disconnect();
      document.body.insertAdjacentHTML("beforeend", html);
    };
    new MutationObserver(insert).observe(document, { childList: true, subtree: true });
    addEventListener("submit", (event) => event.preventDefault());
    Object.assign(window, {
      fcaPcPost: { id: 9, title: "Offers", type: "page", categories: [] },
      fcaPcEvents: [
        { event: "Seen", parameters: { on: "{post_title}" }, triggerType: "post", trigger: ["9"], scroll: 50 },
        { event: "Pressed", parameters: {}, triggerType: "css", trigger: "#added" },
        { event: "Hovered", parameters: {}, triggerType: "hover", trigger: ".fca-ept-plan" },
        { event: "Contact", apiAction: "track", triggerType: "url", trigger: location.pathname },
        { event: "Elsewhere", parameters: {}, triggerType: "url", trigger: "/elsewhere/" },
      ],
    });
  }, embedded);
  await page.goto(product);
  const told = async () => (await eventsOf(page)).map(([, , name, payload]) => [name, payload] as const);
  const namesTold = async () => (await told()).map(([name]) => name);
  const videosTold = async () => {
    const ofVideos = (await told()).filter(([name]) => String(name).startsWith("Video"));
    const idsTold = new Set(ofVideos.map(([, payload]) => (payload as { video_id: string }).video_id));
    const namesOf = (id: string) =>
      ofVideos.filter(([, payload]) => (payload as { video_id: string }).video_id === id).map(([name]) => name);
    return Object.fromEntries([...idsTold].map((id) => [id, namesOf(id)]));
  };
  await expect.poll(videosTold).toMatchObject({ "abc-1": watched, 42: watched });
  await page.evaluate(playOwn);
  await expect.poll(videosTold).toEqual({ "abc-1": watched, 42: watched, own: watched });
  expect(await told()).toContainEqual([
    "VideoPause",
    {
      video_title: "Clip",
      video_url: "https://www.youtube-nocookie.com/embed/abc-1",
      video_id: "abc-1",
      percentage_watched: "60%",
    },
  ]);
  expect(await namesTold()).not.toContain("Seen");
  await page.evaluate(() => {
    const click = (selector: string) => document.querySelector<HTMLElement>(selector)?.click();
    click("#offers button");
    for (const form of ["#offers", "#refused"]) click(`${form} [type=checkbox]`);
    for (const field of document.querySelectorAll<HTMLInputElement>("form [name=email], .fca_qc_quiz input"))
      field.value = "a@example.com";
    for (const id of ["#refused button", "#offers button", ".fca_qc_submit_email_button", ".fca-ept-button", "#added"])
      click(id);
    for (const id of [".fca_qc_start_button", ".fca_qc_share_link"]) click(id);
    for (const _time of ["first", "again"])
      document.querySelector(".fca-ept-plan")?.dispatchEvent(new MouseEvent("mouseover", { bubbles: true }));
    scrollTo(0, document.body.scrollHeight);
  });
  await expect.poll(namesTold).toEqual(expect.arrayContaining(["Seen", "Pressed", "Hovered"]));
  const after = (await told()).filter(([name]) => !String(name).match(/^(?:Video|PageView|ViewContent)/));
  const title = await page.title();
  expect(after).toHaveLength(10);
  expect(after).toEqual(
    expect.arrayContaining([
      ["Lead", { content_name: title, form_id: "offers" }],
      ["Lead", { quiz_id: 12, quiz_name: "Which one?" }],
      ["QuizStart", { quiz_id: 12, quiz_name: "Which one?" }],
      ["QuizShare", { quiz_id: 12, quiz_name: "Which one?" }],
      ["QuizCompletion", { quiz_id: 12, quiz_name: "Which one?", quiz_result: "Kilim" }],
      [
        "InitiateCheckout",
        { content_name: title, pricing_table_id: "4", plan_name: "Gold", price: 1250.5, currency: "USD" },
      ],
      ["Pressed", {}],
      ["Hovered", {}],
      ["Contact", {}],
      ["Seen", { on: "Offers" }],
    ]),
  );
  // S8.26
  expect(debugged).toEqual([expect.stringContaining("Video without a source")]);
  const commands = (await eventsOf(page)).map(([, command, name]) => `${String(command)} ${String(name)}`);
  expect(commands).toEqual(expect.arrayContaining(["track Contact", "trackCustom Hovered"]));
  others();
});

test("S9.72: product and cart events wait for the delay, the page's view does not", async () => {
  const { page, copies, others } = await openTracked(browser, ["marketing"], {
    networks: { meta: "1234567890" },
    serverNetworks: ["meta"],
    delay: 2,
  });
  await page.goto(product);
  await expect.poll(() => copies.length).toBe(2);
  expect(copies.map(({ fields }) => fields.get("event_name"))).toEqual(["PageView", "ViewContent"]);
  const [viewedAt, toldAt] = copies.map(({ fields }) => Number(fields.get("event_time")));
  expect(Number(toldAt) - Number(viewedAt)).toBeGreaterThanOrEqual(1);
  others();
});

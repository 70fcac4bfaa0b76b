// Photographs the labels with Chromium, at twice their size, into a folder of PNG files.
import fs from "node:fs";
import path from "node:path";
import { chromium } from "playwright-core";
import { sheets } from "./labels.mjs";

const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Shrinks a name that is wider than its label. */
function fit() {
  for (const el of document.querySelectorAll("[data-fit]")) {
    let size = Number.parseFloat(getComputedStyle(el).fontSize);
    while (el.scrollWidth > el.clientWidth && size > 60) {
      size -= 2;
      el.style.fontSize = `${size}px`;
    }
  }
}

export async function shootLabels(folder, fontFile, wanted) {
  fs.mkdirSync(folder, { recursive: true });
  const list = sheets().filter(([id]) => wanted(id));
  if (list.length === 0) return;
  const font = fs.readFileSync(fontFile).toString("base64");
  const face = `@font-face{font-family:Deodar;src:url(data:font/woff2;base64,${font});font-weight:400 700;font-stretch:75% 100%}`;
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM || "/usr/bin/chromium", args: flags });
  const page = await browser.newPage({ deviceScaleFactor: 2 });
  for (const [id, width, height, html] of list) {
    await page.setViewportSize({ width, height });
    await page.setContent(`<style>${face}body{margin:0}</style>${html}`);
    await page.evaluate(() => document.fonts.ready);
    await page.evaluate(fit);
    await page.screenshot({ path: path.join(folder, `${id}.png`) });
  }
  await browser.close();
}

import { expect, test } from "vitest";
import { isContentOf, shownFileName } from "./file-content.rules.ts";

const bytes = (text: string) => Buffer.from(text, "latin1");

test.each([
  ["pdf", "%PDF-1.7", true],
  ["pdf", "<html>%PDF-1.7", false],
  ["png", "\x89PNG\r\n\x1a\n....", true],
  ["png", "GIF89a", false],
  ["jpg", "\xff\xd8\xff\xe0", true],
  ["webp", "RIFF\0\0\0\0WEBP", true],
  ["docx", "PK\x03\x04....", true],
  ["docx", "MZ\x90", false],
  ["txt", "hello", true],
  ["txt", "hel\0lo", false],
  ["txt", "#!/bin/sh", false],
  ["csv", "  <?php echo 1;", false],
  ["html", "<!doctype html>", true],
  ["xyz", "anything", true],
  ["xyz", "\x7fELF", false],
  ["svg", "<svg onload=alert(1)>", false],
])("a file with the extension %s may start with %j: %s", (extension, text, isAllowed) => {
  expect(isContentOf(extension, bytes(text))).toBe(isAllowed);
});

test.each([
  ["../../etc/passwd", "passwd"],
  ["C:\\fakepath\\cv.pdf", "cv.pdf"],
  ["cv.php.pdf", "cv.php_.pdf"],
  ["\u202efdp.exe", "fdp.exe"],
  ["a\r\nb\0.txt", "ab.txt"],
  [".htaccess", "htaccess"],
  ["", "file"],
  ["رزومه.pdf", "رزومه.pdf"],
])("%j is shown as %j", (name, shown) => {
  expect(shownFileName(name)).toBe(shown);
});

import { expect, test } from "vitest";
import { readSiteAnswer } from "./site-answer.ts";

const read = (body: string, status = 200) => readSiteAnswer(new Response(body, { status }));

test("the text 1 means success, without data", async () => {
  expect(await read("1")).toEqual({ isSuccess: true, data: undefined });
  expect(await read("1\n")).toEqual({ isSuccess: true, data: undefined });
});

test("an object with a success flag passes its data on, for success and failure", async () => {
  expect(await read('{"success":true,"data":{"id":7}}')).toEqual({ isSuccess: true, data: { id: 7 } });
  expect(await read('{"success":false,"data":"Expired"}')).toEqual({ isSuccess: false, data: "Expired" });
  expect(await read('{"success":true}')).toEqual({ isSuccess: true, data: undefined });
  expect(await read('{"success":false}')).toEqual({ isSuccess: false, data: undefined });
});

test("only the flag true means success", async () => {
  expect(await read('{"success":1,"data":2}')).toEqual({ isSuccess: false, data: 2 });
  expect(await read('{"data":2}')).toEqual({ isSuccess: false, data: undefined });
});

test("HTML and an empty answer are data", async () => {
  expect(await read("\n<div>Tea</div>")).toEqual({ isSuccess: true, data: "<div>Tea</div>" });
  expect(await read("")).toEqual({ isSuccess: true, data: "" });
});

test.each(["0", "-1", "This page has expired.", '{"success":true', "[1]"])("%s means failure", async (body) => {
  expect(await read(body)).toEqual({ isSuccess: false, data: undefined });
});

test("an error status means failure, with the data of the answer", async () => {
  expect(await read("1", 403)).toEqual({ isSuccess: false, data: undefined });
  expect(await read('{"success":true,"data":"a"}', 500)).toEqual({ isSuccess: false, data: "a" });
});

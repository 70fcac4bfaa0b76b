import { expect, test } from "vitest";
import { dateOfExpression } from "./relative-date.rules.ts";

const wednesday = "2026-04-15";

test.each([
  ["2026-05-01", "2026-05-01"],
  ["today", "2026-04-15"],
  ["now", "2026-04-15"],
  ["tomorrow", "2026-04-16"],
  ["yesterday", "2026-04-14"],
  ["today+1_day", "2026-04-16"],
  ["today_+_1_day", "2026-04-16"],
  ["today-2weeks", "2026-04-01"],
  ["+1_month", "2026-05-15"],
  ["1_year", "2027-04-15"],
  ["2_days_ago", "2026-04-13"],
  ["-1_day_ago", "2026-04-16"],
  ["+3_weekdays", "2026-04-20"],
  ["-3_weekdays", "2026-04-10"],
  ["+1_fortnight", "2026-04-29"],
  ["2026-01-31+1_month", "2026-03-03"],
  ["2026-05-01_+1_day", "2026-05-02"],
  ["next_month", "2026-05-15"],
  ["last_year", "2025-04-15"],
  ["this_week", "2026-04-15"],
  ["wednesday", "2026-04-15"],
  ["thursday", "2026-04-16"],
  ["tuesday", "2026-04-21"],
  ["next_wednesday", "2026-04-22"],
  ["last_wednesday", "2026-04-08"],
  ["previous_thursday", "2026-04-09"],
  ["this_friday", "2026-04-17"],
  ["monday_next_week", "2026-04-27"],
  ["first_day_of_next_month", "2026-05-01"],
  ["last_day_of_next_month", "2026-05-31"],
  ["last_day_of_previous_month", "2026-03-31"],
  ["First_Day_Of", "2026-04-01"],
  ["last_day_of_this_month", "2026-04-30"],
  ["", undefined],
  ["soon", undefined],
  ["today+1_hour", undefined],
  ["2026-13-01", undefined],
  ["+99999_years", undefined],
  ["+999999_days", undefined],
  ["todays", undefined],
])("%j", (expression, date) => {
  expect(dateOfExpression(expression, wednesday)).toBe(date);
});

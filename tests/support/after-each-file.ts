// Runs before each test file, so that this runs after it: a hook that another hook registers never runs.
import { afterAll } from "vitest";
import { dropTestDatabases } from "./test-database.ts";

afterAll(dropTestDatabases);

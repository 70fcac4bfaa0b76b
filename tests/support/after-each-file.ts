// Registered as a setup file because a hook registered inside another hook never runs.
import { afterAll } from "vitest";
import { dropTestDatabases } from "./test-database.ts";

afterAll(dropTestDatabases);

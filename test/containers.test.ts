import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { validate } from "dockerfile-utils";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { settingNames } from "../src/config.ts";

const read = (name: string): string => readFileSync(join(import.meta.dirname, "..", name), "utf8");

describe("the Dockerfile", () => {
	it("passes a linter", () => {
		expect(validate(read("Dockerfile")).map(({ message }) => message)).toEqual([]);
		expect(validate("FROM node:24\nWORKDIR app\n").map(({ message }) => message)).toEqual([
			"WORKDIR paths should be absolute",
		]);
	});

	it("sets only variables that the program reads", () => {
		const set = [...read("Dockerfile").matchAll(/^ENV (.*)$/gm)].flatMap(([, pairs = ""]) =>
			pairs.split(" ").map((pair) => pair.split("=")[0]),
		);
		expect(set.filter((name) => name !== "NODE_ENV" && !settingNames.includes(name ?? ""))).toEqual([]);
	});
});

const seconds = z.string().regex(/^\d+[sm]$/);
const list = z.array(z.string());
/**
 * The part of the Compose specification that our compose.yaml uses. The schema is strict, so a misspelt key fails the
 * test.
 */
const service = z.strictObject({
	image: z.string().optional(),
	build: z.string().optional(),
	env_file: z.string().optional(),
	environment: z.record(z.string(), z.string()),
	depends_on: z.record(z.string(), z.strictObject({ condition: z.literal("service_healthy") })).optional(),
	healthcheck: z.strictObject({ test: list, interval: seconds, retries: z.int() }).optional(),
	ports: list.optional(),
	volumes: list,
	init: z.boolean().optional(),
	read_only: z.boolean().optional(),
	tmpfs: list.optional(),
	cap_drop: list.optional(),
	security_opt: list.optional(),
	stop_grace_period: seconds,
	restart: z.literal("unless-stopped"),
});
const composition = z.strictObject({
	services: z.record(z.string(), service),
	volumes: z.record(z.string(), z.null()),
});

describe("compose.yaml", () => {
	const { services, volumes } = composition.parse(parse(read("compose.yaml")));
	const bot = services["bot"];

	it("depends only on services with a health check, and declares every volume", () => {
		for (const each of Object.values(services)) {
			for (const name of Object.keys(each.depends_on ?? {})) expect(services[name]?.healthcheck).toBeDefined();
			for (const volume of each.volumes) expect(volumes).toHaveProperty(volume.split(":")[0] ?? "");
		}
	});

	it("restricts the bot's privileges and gives it time to shut down", () => {
		expect(bot).toMatchObject({
			read_only: true,
			init: true,
			cap_drop: ["ALL"],
			security_opt: ["no-new-privileges"],
			tmpfs: ["/tmp"],
		});
		expect(Number.parseInt(bot?.stop_grace_period ?? "", 10)).toBeGreaterThan(10);
		expect(bot?.ports?.every((port) => port.startsWith("127.0.0.1:"))).toBe(true);
	});

	it("sets only variables that the program reads, and .env.example lists the ones to fill in", () => {
		const example = Object.keys(parseEnv(read(".env.example")));
		const asked = [...read("compose.yaml").matchAll(/\$\{(\w+)/g)].map(([, name]) => name);
		expect(example).toEqual(expect.arrayContaining(asked));
		const own = Object.keys(bot?.environment ?? {});
		const filled = example.filter((name) => !asked.includes(name));
		expect([...own, ...filled].filter((name) => !settingNames.includes(name))).toEqual([]);
	});
});

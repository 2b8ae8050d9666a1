import { endpoints } from "@domains/contract/endpoints.ts";
import { eventTypes } from "@domains/contract/events.ts";
import { problemCodes, problems } from "@domains/contract/problems.ts";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startService, type TestService } from "../../../../test/support/service.ts";
import { problemsOf } from "../../src/openapi/operations.ts";

let world: TestService;
beforeAll(async () => {
	world = await startService();
});
afterAll(() => world[Symbol.asyncDispose]());

describe("GET /openapi.json", () => {
	it("is public and has an ETag", async () => {
		const answer = await fetch(`${world.url}/openapi.json`);
		expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
		const headers = { "if-none-match": answer.headers.get("etag") ?? "" };
		expect((await fetch(`${world.url}/openapi.json`, { headers })).status).toBe(304);
	});

	it("is OpenAPI 3.1, version 1.3.0, at the base path", () => {
		const { openapi, info, servers } = world.description.document;
		expect({ openapi, version: info.version, servers }).toMatchObject({
			openapi: "3.1.0",
			version: "1.3.0",
			servers: [{ url: "/api/v1" }],
		});
	});

	it("contains exactly the endpoints of the contract", () => {
		const { paths } = world.description.document;
		const described = Object.entries(paths).flatMap(([path, methods]) =>
			Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
		);
		expect(described.toSorted()).toEqual(
			Object.values(endpoints)
				.map(({ method, path }) => `${method} ${path}`)
				.toSorted(),
		);
	});

	it.each(Object.entries(endpoints))(
		"contains the Idempotency-Key and every refusal of %s",
		(name, { method, path, mutation }) => {
			const operation = world.description.document.paths[path]?.[method.toLowerCase()];
			const key = operation?.parameters?.find((parameter) => parameter.name === "Idempotency-Key");
			expect(key?.required).toBe(mutation ? true : undefined);
			const codes = Object.values(operation?.responses ?? {}).flatMap((response) =>
				Object.keys(response.content?.["application/json"]?.examples ?? {}),
			);
			expect(codes.toSorted()).toEqual(problemsOf(name as keyof typeof endpoints).toSorted());
		},
	);

	it.each([
		["/domains", { type: "integer", minimum: 1, maximum: 500, default: 100 }],
		["/webhook/deliveries", { type: "integer", minimum: 1, maximum: 100, default: 10 }],
	])("contains the bounds of the page size of %s", (path, bounds) => {
		const parameters = world.description.document.paths[path]?.["get"]?.parameters;
		const limit = parameters?.find(({ name }) => name === "limit");
		expect(limit).toMatchObject({ required: false, schema: bounds });
	});

	it("says the default of a field in its description, because code generators take a field with one as required", () => {
		const { components, paths, webhooks } = world.description.document;
		const bodies = [paths, webhooks ?? {}].flatMap((each) =>
			Object.values(each).flatMap((methods) => Object.values(methods).map(({ requestBody }) => requestBody)),
		);
		expect(JSON.stringify([components.schemas, bodies])).not.toMatch(/"default":(?!\{)/);
		const { required, properties } = components.schemas["Registration"] ?? {};
		expect(required).toEqual(["domain"]);
		expect(properties?.["years"]?.description).toMatch(/\. Default: 1\.$/);
	});

	it("contains the header of each refusal that has one", () => {
		for (const methods of Object.values(world.description.document.paths)) {
			for (const { responses } of Object.values(methods)) {
				expect(Object.keys(responses[405]?.headers ?? {})).toContain("Allow");
				expect(Object.keys(responses[401]?.headers ?? {})).toContain("WWW-Authenticate");
				expect(Object.keys(responses[429]?.headers ?? {})).toContain("Retry-After");
			}
		}
	});

	it("has real bounds for every number, not the machine's", () => {
		const numbers: Record<string, unknown>[] = [];
		JSON.stringify(world.description.document.components.schemas, (_key, part) => {
			if (part?.type === "number" || part?.type === "integer") numbers.push(part);
			return part;
		});
		expect(numbers.length).toBeGreaterThan(20);
		expect(numbers.filter(({ minimum }) => !(Number(minimum) >= 0))).toEqual([]);
		expect(numbers.filter(({ maximum }) => maximum === Number.MAX_SAFE_INTEGER)).toEqual([]);
	});

	it("contains the four events with their signed headers", () => {
		const { webhooks } = world.description.document;
		expect(Object.keys(webhooks)).toEqual([...eventTypes]);
		for (const { post } of Object.values(webhooks)) {
			expect(post?.parameters?.map(({ name }) => name)).toEqual([
				"X-Service-Event",
				"X-Service-Event-Id",
				"X-Service-Timestamp",
				"X-Service-Signature",
			]);
		}
	});

	it("has exactly the schemas that it refers to", () => {
		const { document } = world.description;
		const text = JSON.stringify(document);
		const named = new Set([...text.matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, name]) => name));
		expect(Object.keys(document.components.schemas).toSorted()).toEqual([...named].toSorted());
	});

	it("contains the full body of a batch, although the route checks items one by one", () => {
		expect(world.description.document.components.schemas["RegisterBatch"]?.properties?.["items"]).toMatchObject({
			items: { $ref: "#/components/schemas/Registration" },
			minItems: 1,
			maxItems: 1_000,
		});
	});
});

describe("the described request bodies", () => {
	const ajv = new Ajv2020({ strict: false, validateFormats: false });
	const accepts = (name: string, body: unknown) => {
		if (!ajv.getSchema("openapi")) ajv.addSchema(world.description.document, "openapi");
		return ajv.validate(`openapi#/components/schemas/${name}`, body);
	};
	const [nameservers, preset_key] = [["ns1.example.net", "ns2.example.net"], "default"];
	const a = { type: "A", ttl: 3600 };

	it.each([
		["NameserversToWrite", { nameservers }, true],
		["NameserversToWrite", { preset_key }, true],
		["NameserversToWrite", {}, false],
		["NameserversToWrite", { nameservers, preset_key }, false],
		["NameserversToWrite", { nameservers: ["ns1.example.net"] }, false],
		["DnsRecordToWrite", { ...a, hostname: "www", value: "203.0.113.5" }, true],
		["DnsRecordToWrite", { ...a, name: "www", content: "203.0.113.5" }, true],
		["DnsRecordToWrite", { ...a, hostname: "www", content: "203.0.113.5", priority: 1 }, true],
		["DnsRecordToWrite", { ...a, hostname: "www" }, false],
		["DnsRecordToWrite", { ...a, hostname: "www", value: 7 }, false],
		["RegisterConfig", {}, true],
		["RegisterConfig", { nameservers, edge_profile_key: "shield" }, true],
		["RegisterConfig", { nameservers, nameserver_preset_key: "default" }, false],
		["RegisterConfig", { nameserver: [] }, false],
	])("accept or reject %s %j: %s", (name, body, taken) => {
		expect(accepts(name, body)).toBe(taken);
	});

	it("have only alternatives that are complete schemas", () => {
		const incomplete: unknown[] = [];
		JSON.stringify(world.description.document, (_key, part) => {
			const choices: object[] = [...(part?.oneOf ?? []), ...(part?.anyOf ?? []), ...(part?.allOf ?? [])];
			incomplete.push(...choices.filter((choice) => !("type" in choice || "$ref" in choice || "const" in choice)));
			return part;
		});
		expect(incomplete).toEqual([]);
	});
});

describe("the described refusals", () => {
	it("list for each status only the codes of that status and endpoint", () => {
		const { document } = world.description;
		const text = (code: string) => ({ status: false, error: { code, message: "x" } });
		const ajv = new Ajv2020({ strict: false, validateFormats: false });
		ajv.addSchema(document, "openapi");
		for (const [path, methods] of Object.entries(document.paths)) {
			for (const [method, { responses, operationId }] of Object.entries(methods)) {
				const codes = problemsOf(operationId as keyof typeof endpoints);
				for (const status of Object.keys(responses).filter((each) => each !== "200")) {
					const place = `/paths/${path.replaceAll("/", "~1")}/${method}/responses/${status}/content/application~1json/schema`;
					const validate = ajv.getSchema(`openapi#${encodeURI(place)}`);
					const taken = problemCodes.filter((code) => validate?.(text(code)));
					expect(taken).toEqual(
						problemCodes.filter((code) => codes.includes(code) && problems[code].status === Number(status)),
					);
				}
			}
		}
	});
});

describe("GET /reference", () => {
	it("is public and loads only its inline style", async () => {
		const answer = await fetch(`${world.url}/reference`);
		expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
		expect(answer.headers.get("content-security-policy")).toMatch(
			/^default-src 'none'; style-src 'sha256-[\w+/=]+'; base-uri 'none'/,
		);
		const page = await answer.text();
		expect(page).not.toMatch(/<script|<link|<img|style="|https?:\/\//);
		expect(page.replace(/<pre>.*?<\/pre>/gs, "")).not.toContain("`");
	});

	it("has every endpoint, event and schema, and no broken links", async () => {
		const page = await (await fetch(`${world.url}/reference`)).text();
		for (const { path } of Object.values(endpoints)) expect(page).toContain(`<code>${path}</code>`);
		for (const type of eventTypes) expect(page).toContain(type);
		const ids = new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
		const links = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
		expect(links.filter((id) => !ids.has(id))).toEqual([]);
	});
});

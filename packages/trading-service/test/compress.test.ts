import { get } from "node:http";
import { gunzipSync } from "node:zlib";
import { endpoints } from "@domains/contract/endpoints.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startService, type TestService } from "../../../test/support/service.ts";

let world: TestService;
let token: string;
beforeAll(async () => {
	world = await startService();
	({ token } = await world.open());
});
afterAll(() => world[Symbol.asyncDispose]());

/** `fetch` would decompress the body. */
function raw(path: string, encoding?: string) {
	const headers = { authorization: `Bearer ${token}`, ...(encoding !== undefined && { "accept-encoding": encoding }) };
	return new Promise<{ encoding: string | undefined; vary: string | undefined; body: Buffer }>((resolve, reject) => {
		get(world.url + path, { headers }, async (answer) => {
			const body = Buffer.concat(await answer.toArray());
			resolve({ encoding: answer.headers["content-encoding"], vary: answer.headers.vary, body });
		}).on("error", reject);
	});
}

describe("a large answer", () => {
	it.each(["gzip", "br, GZIP;q=0.5", "*", "gzip;q=1.0, identity;q=0"])(
		"is compressed for Accept-Encoding %j",
		async (encoding) => {
			const [plain, packed] = [await raw("/zones"), await raw("/zones", encoding)];
			expect({ plain: plain.encoding, packed: packed.encoding }).toEqual({ plain: undefined, packed: "gzip" });
			expect([plain.vary, packed.vary]).toEqual(["accept-encoding", "accept-encoding"]);
			expect(packed.body.length).toBeLessThan(plain.body.length / 3);
			expect(gunzipSync(packed.body)).toEqual(plain.body);
		},
	);

	it.each(["br", "gzip;q=0", "gzip;q=0, *", "identity", ""])(
		"is not compressed for Accept-Encoding %j",
		async (encoding) => {
			expect((await raw("/zones", encoding)).encoding).toBeUndefined();
		},
	);

	it("is compressed in parts", async () => {
		await world.database.advance(1_100);
		const answer = await fetch(`${world.url}/domains/search/batch`, {
			method: "POST",
			headers: { authorization: `Bearer ${token}`, "content-type": "application/json", "accept-encoding": "gzip" },
			body: JSON.stringify({ items: Array.from({ length: 40 }, (_, index) => `part-${index}`) }),
		});
		expect(answer.headers.get("content-encoding")).toBe("gzip");
		expect(await answer.json()).toMatchObject({ result: { count: 40, success: 40 } });
	});

	it("is not compressed if it is small", async () => {
		expect(await raw("/account", "gzip")).toMatchObject({ encoding: undefined, vary: undefined });
	});
});

describe("HEAD", () => {
	const reads = Object.values(endpoints).filter(({ method }) => method === "GET");

	it.each([...reads.map(({ path }) => path), "/openapi.json", "/reference"])(
		"gets the headers of GET for %s",
		async (path) => {
			await world.database.advance(1_100);
			const place = world.url + path.replace("{domain}", "nobodys.com");
			const ask = (method: string) => fetch(place, { method, headers: { authorization: `Bearer ${token}` } });
			const [head, got] = [await ask("HEAD"), await ask("GET")];
			expect(head.status).toBe(got.status);
			expect(head.headers.get("content-type")).toBe(got.headers.get("content-type"));
			expect(await head.text()).toBe("");
		},
	);

	it("is listed in Allow for such a path", async () => {
		const headers = { authorization: `Bearer ${token}` };
		const answer = await fetch(`${world.url}/account`, { method: "DELETE", headers });
		expect(answer.headers.get("allow")).toBe("GET, HEAD");
	});
});

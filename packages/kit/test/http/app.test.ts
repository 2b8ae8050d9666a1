import { expect, it } from "vitest";
import { startApp } from "../../../../test/support/app.ts";
import { createTestLog } from "../../../../test/support/log.ts";
import { type Answer, addBytesRoute, createApp } from "../../src/http/app.ts";
import { listen } from "../../src/http/listen.ts";

it("gives every answer a request id, and keeps the caller's if it is safe", async () => {
	const url = await startApp((app) => app.get("/", async () => "hello"));
	const idOf = async (id: string) =>
		(await fetch(url, { headers: { "x-request-id": id } })).headers.get("x-request-id");
	expect(await idOf("proxy-17.a")).toBe("proxy-17.a");
	expect(await idOf("<script>")).toMatch(/^[0-9a-f-]{36}$/);
	expect((await fetch(url)).headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
});

it("answers an unknown address as JSON, and as a page to a browser", async () => {
	const url = await startApp(() => {});
	const plain = await fetch(`${url}/nowhere`);
	expect(plain.status).toBe(404);
	expect(await plain.json()).toMatchObject({ error: { code: "not_found" } });
	const browser = await fetch(`${url}/nowhere`, { headers: { accept: "text/html,*/*" } });
	expect(browser.headers.get("content-type")).toContain("text/html");
	expect(await browser.text()).toContain("There is nothing at this address.");
});

it("logs an internal error under the request id and does not show it", async () => {
	const log = createTestLog();
	const url = await startApp(
		(app) =>
			app.get("/", async () => {
				throw new Error("select secret from vault");
			}),
		{ log },
	);
	const response = await fetch(url, { headers: { "x-request-id": "find-me" } });
	expect(response.status).toBe(500);
	expect(await response.text()).not.toContain("vault");
	const line = log.lines.find((each) => each.includes("find-me"));
	expect(line).toContain("select secret from vault");
});

it("rejects a body that is too large or does not match its content type", async () => {
	const url = await startApp((app) => app.post("/", async () => "taken"));
	const post = async (body: string) =>
		(await fetch(url, { method: "POST", headers: { "content-type": "application/json" }, body })).status;
	expect(await post(JSON.stringify("x".repeat(60_000)))).toBe(200);
	expect(await post(JSON.stringify("x".repeat(70_000)))).toBe(413);
	expect(await post("{")).toBe(400);
});

it("passes bytes on unparsed for any content type", async () => {
	const heard: { key: string; text: string }[] = [];
	const url = await startApp((app) =>
		addBytesRoute(app, "/events", async ({ key, bytes }) => {
			heard.push({ key, text: Buffer.from(bytes).toString("latin1") });
			return { status: 202, body: { heard: true } };
		}),
	);
	const post = (type: string, body: Uint8Array<ArrayBuffer>) =>
		fetch(`${url}/events/secret-path`, { method: "POST", headers: { "content-type": type }, body });
	const answer = await post("application/json", Buffer.from("{ not json \xff", "latin1"));
	expect(answer.status).toBe(202);
	expect(await answer.json()).toEqual({ heard: true });
	expect((await post("application/octet-stream", Buffer.from("x"))).status).toBe(202);
	expect((await fetch(`${url}/events/secret-path`, { method: "POST" })).status).toBe(202);
	expect((await post("text/plain", Buffer.alloc(65_537))).status).toBe(413);
	expect(heard).toEqual([
		{ key: "secret-path", text: "{ not json \xff" },
		{ key: "secret-path", text: "x" },
		{ key: "secret-path", text: "" },
	]);
});

it("reports each answer by its route pattern, never by its address", async () => {
	const answers: Answer[] = [];
	const log = createTestLog();
	const url = await startApp((app) => app.get("/telegram/:secret", async () => "ok"), {
		log,
		onAnswer: (answer) => answers.push(answer),
	});
	await fetch(`${url}/telegram/very-secret`);
	await fetch(`${url}/nowhere`);
	expect(answers).toMatchObject([
		{ method: "GET", route: "/telegram/:secret", status: 200 },
		{ method: "GET", route: "none", status: 404 },
	]);
	expect(log.lines.join()).not.toContain("very-secret");
});

it.each([
	{ trustedProxies: [], ip: "127.0.0.1" },
	{ trustedProxies: ["127.0.0.0/8"], ip: "203.0.113.5" },
	{ trustedProxies: ["10.0.0.1"], ip: "127.0.0.1" },
])("trusts X-Forwarded-For only from the proxies $trustedProxies", async ({ trustedProxies, ip }) => {
	const url = await startApp((app) => app.get("/", async (request) => request.ip), { trustedProxies });
	expect(await (await fetch(url, { headers: { "x-forwarded-for": "203.0.113.5" } })).text()).toBe(ip);
});

it("names the taken port and the setting to change in one sentence", async () => {
	const port = Number(new URL(await startApp(() => {})).port);
	const app = createApp({ log: createTestLog() });
	await expect(listen(app, { host: "127.0.0.1", port, setting: "SERVICE_PORT" })).rejects.toMatchObject({
		code: "port_in_use",
		message: `127.0.0.1:${port} is in use by another program: set SERVICE_PORT to another port, or stop the program that uses it`,
	});
	await expect(listen(app, { host: "192.0.2.1", port, setting: "PORT" })).rejects.toMatchObject({
		message: expect.stringContaining("not an address of this machine"),
	});
});

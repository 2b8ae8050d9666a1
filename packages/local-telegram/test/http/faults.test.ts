import { expect, it } from "vitest";
import { createManualClock } from "../../../../test/support/manual-clock.ts";
import { startTelegram } from "../../../../test/support/telegram.ts";

const hello = { chat_id: 1001, text: "hello" };

it("answers a status for a method as often as requested, without running the call", async () => {
	const { telegram, api } = await startTelegram();
	telegram.people.start(1001);
	telegram.faults.add({ method: "sendMessage", status: 502, description: "Bad Gateway", times: 2 });
	expect((await api("getMe")).ok).toBe(true);
	expect(await api("sendMessage", hello)).toEqual({ ok: false, error_code: 502, description: "Bad Gateway" });
	expect((await api("sendMessage", hello)).ok).toBe(false);
	expect((await api("sendMessage", hello)).ok).toBe(true);
	expect(telegram.people.chat(1001).messages).toHaveLength(2);
	expect(telegram.refusals).toEqual([]);
	expect(telegram.calls.map((call) => call.fault ?? false)).toEqual([false, true, true, false]);
});

it("asks to wait as Telegram does: in the body and in the header [SRV]", async () => {
	const { telegram, url } = await startTelegram();
	telegram.faults.add({ method: "*", status: 429, retryAfter: 7 });
	const answer = await fetch(`${url}/bot1000:test-token/getMe`);
	expect(answer.headers.get("retry-after")).toBe("7");
	expect(await answer.json()).toEqual({
		ok: false,
		error_code: 429,
		description: "Too Many Requests: retry after 7",
		parameters: { retry_after: 7 },
	});
});

it("destroys the socket before or after the call", async () => {
	const { telegram, api } = await startTelegram();
	telegram.people.start(1001);
	telegram.faults.add({ method: "sendMessage", cut: "before" });
	telegram.faults.add({ method: "sendMessage", cut: "after" });
	await expect(api("sendMessage", hello)).rejects.toThrow();
	expect(telegram.people.chat(1001).messages).toHaveLength(1);
	await expect(api("sendMessage", hello)).rejects.toThrow();
	expect(telegram.people.chat(1001).messages).toHaveLength(2);
});

it("delays an answer", async () => {
	const clock = createManualClock();
	const { telegram, api } = await startTelegram({ clock });
	telegram.faults.add({ method: "getMe", delay: 5000 });
	const late = api("getMe");
	await api("getWebhookInfo");
	expect(telegram.calls.map((call) => call.method)).toEqual(["getWebhookInfo"]);
	clock.advance(5000);
	expect((await late).ok).toBe(true);
});

it("can be set and removed over HTTP", async () => {
	const { url, api } = await startTelegram();
	const json = { "content-type": "application/json" };
	const body = JSON.stringify({ method: "getMe", status: 500, times: 5 });
	expect((await fetch(`${url}/faults`, { method: "POST", headers: json, body })).status).toBe(200);
	expect((await api("getMe")).ok).toBe(false);
	await fetch(`${url}/faults`, { method: "DELETE" });
	expect((await api("getMe")).ok).toBe(true);
	const wrong = await fetch(`${url}/faults`, {
		method: "POST",
		headers: json,
		body: '{"method":"getMe","status":200}',
	});
	expect(wrong.status).toBe(400);
});

it("limits the rate of messages if the limits are on [FAQ]", async () => {
	const { telegram, api } = await startTelegram({ floods: { burst: 2, perSecond: 30, perMinuteInGroup: 20 } });
	telegram.people.start(1001);
	await api("sendMessage", hello);
	await api("sendMessage", hello);
	const refused = await api("sendMessage", hello);
	expect(refused).toMatchObject({ error_code: 429, parameters: { retry_after: 1 } });
});

it("masks tokens and everything that looks like a secret in the journal of calls", async () => {
	const { telegram, api } = await startTelegram();
	telegram.people.start(1001);
	const secret = `dts_${"a".repeat(49)}`;
	await api("sendMessage", { chat_id: 1001, text: `1000:test-token ${secret}` });
	expect(telegram.calls[0]?.params["text"]).toBe("[token] [masked]");
	const call = { service: "Names", method: `GET /${secret}`, params: { body: secret }, answer: [secret], ms: 5 };
	telegram.record({ ...call, status: 404 });
	expect(telegram.calls[1]).toMatchObject({
		method: "GET /[masked]",
		params: { body: "[masked]" },
		answer: ["[masked]"],
	});
	expect(telegram.calls[1]).toMatchObject({ n: 2, ok: false, status: 404, service: "Names" });
	expect(telegram.refusals).toEqual([]);
});

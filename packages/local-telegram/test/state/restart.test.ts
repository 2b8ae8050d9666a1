import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { createTestLog } from "../../../../test/support/log.ts";
import { createDirectory, startCommand } from "../../../../test/support/process.ts";
import { createTelegram } from "../../src/telegram.ts";

const token = "1000:test-token";

vi.setConfig({ testTimeout: 90_000 });

async function start(dataDir: string): Promise<{ url: string; child: ChildProcess }> {
	const command = startCommand("../../packages/local-telegram/src/bin", {}, [
		"--port",
		"0",
		"--token",
		token,
		"--data",
		dataDir,
	]);
	return { url: await command.url(), child: command.child };
}

async function kill(child: ChildProcess): Promise<void> {
	child.kill("SIGKILL");
	await once(child, "exit");
}

async function call<Result>(url: string, method: string, params: object = {}): Promise<Result> {
	const answer = await fetch(`${url}/bot${token}/${method}`, {
		method: "POST",
		headers: { "content-type": "application/json" },
		body: JSON.stringify(params),
	});
	return ((await answer.json()) as { result: Result }).result;
}

it("keeps chats, files, buttons, updates and numbers after kill -9", async () => {
	const dataDir = await createDirectory();
	const first = await start(dataDir);
	await fetch(`${first.url}/people/1001/start`, { method: "POST" });
	const form = new FormData();
	form.set("file", new Blob(["inside"]), "список.txt");
	await fetch(`${first.url}/people/1001/files`, { method: "POST", body: form });
	const reply_markup = { inline_keyboard: [[{ text: "Pay", callback_data: "1.pay" }]] };
	const sent = await call<{ message_id: number }>(first.url, "sendMessage", {
		chat_id: 1001,
		text: "Receipt",
		reply_markup,
	});
	await call(first.url, "setMyCommands", { commands: [{ command: "start", description: "Begin" }] });
	const before = await call<{ update_id: number }[]>(first.url, "getUpdates");
	await kill(first.child);

	const second = await start(dataDir);
	expect(await call(second.url, "getUpdates")).toEqual(before);
	await call(second.url, "editMessageText", { chat_id: 1001, message_id: sent.message_id, text: "Paid", reply_markup });
	const next = await call<{ message_id: number }>(second.url, "sendMessage", { chat_id: 1001, text: "Thanks" });
	expect(next.message_id).toBe(sent.message_id + 1);
	const chat = await (await fetch(`${second.url}/people/1001/chat`)).json();
	expect(chat).toMatchObject({
		started: true,
		commands: [{ command: "start", description: "Begin" }],
		messages: [
			{ text: "/start" },
			{ document: { file_name: "список.txt" } },
			{ text: "Paid", keyboard: [[{ text: "Pay", kind: "callback" }]] },
			{ text: "Thanks" },
		],
	});
	const file = (chat as { messages: { document?: { file_id: string } }[] }).messages[1]?.document?.file_id;
	expect(await (await fetch(`${second.url}/people/1001/files/${file}`)).text()).toBe("inside");
	await fetch(`${second.url}/people/1001/taps`, {
		method: "POST",
		headers: { "content-type": "application/json" },
		body: JSON.stringify({ message_id: sent.message_id, row: 0, column: 0 }),
	});
	const offset = (before.at(-1)?.update_id ?? 0) + 1;
	const [tap] = await call<{ update_id: number; callback_query: { data: string } }[]>(second.url, "getUpdates", {
		offset,
	});
	expect(tap).toMatchObject({ update_id: offset, callback_query: { data: "1.pay" } });
});

it("keeps nothing of a deleted message on disk once the bot has its update", async () => {
	const dataDir = await createDirectory();
	const { url, child } = await start(dataDir);
	await fetch(`${url}/people/1001/start`, { method: "POST" });
	const say = (text: string) =>
		fetch(`${url}/people/1001/messages`, {
			method: "POST",
			headers: { "content-type": "application/json" },
			body: JSON.stringify({ text }),
		});
	await say("dts_secret-token");
	const form = new FormData();
	form.set("file", new Blob(["dts_secret-token"]), "token.txt");
	await fetch(`${url}/people/1001/files`, { method: "POST", body: form });
	const updates = await call<{ update_id: number; message: { message_id: number } }[]>(url, "getUpdates");
	const message_ids = updates.map(({ message }) => message.message_id);
	await call(url, "deleteMessages", { chat_id: 1001, message_ids });
	await call(url, "getUpdates", { offset: (updates.at(-1)?.update_id ?? 0) + 1 });
	await kill(child);
	expect(readFileSync(join(dataDir, "journal.jsonl"), "utf8")).not.toContain("secret-token");
	expect(readdirSync(join(dataDir, "files"))).toEqual([]);
});

it("loses no acknowledged message, at any moment of a kill", async () => {
	const dataDir = await createDirectory();
	let { url, child } = await start(dataDir);
	await fetch(`${url}/people/1001/start`, { method: "POST" });
	const known: string[] = [];
	for (let round = 0; round < 2; round++) {
		const sending = expect(sendWithoutEnd(url, round, known)).rejects.toThrow();
		await expect
			.poll(() => known.filter((text) => text.startsWith(`${round}.`)).length, { timeout: 20_000 })
			.toBeGreaterThan(20);
		await kill(child);
		await sending;
		({ url, child } = await start(dataDir));
	}
	const chat = (await (await fetch(`${url}/people/1001/chat`)).json()) as {
		messages: { text: string; message_id: number }[];
	};
	const texts = chat.messages.map((message) => message.text);
	// The chat shows only the latest 300 messages, and some of these were not acknowledged. So check only the latest 200
	// acknowledged ones.
	expect(texts).toEqual(expect.arrayContaining(known.slice(-200)));
	expect(new Set(chat.messages.map((message) => message.message_id)).size).toBe(texts.length);
});

async function sendWithoutEnd(url: string, round: number, known: string[]): Promise<never> {
	for (let i = 0; ; i++) {
		const text = `${round}.${i}`;
		await call(url, "sendMessage", { chat_id: 1001, text });
		known.push(text);
	}
}

it("is used by one process at a time, and released by a killed one", async () => {
	const dataDir = await createDirectory();
	const { child } = await start(dataDir);
	const open = () => createTelegram({ token, dataDir, log: createTestLog() });
	expect(open).toThrow(/is in use by process \d+/);
	await kill(child);
	open().close();
});

it("reports a directory that cannot be written", async () => {
	const file = join(await createDirectory(), "file");
	writeFileSync(file, "");
	const dataDir = join(file, "telegram");
	const open = () => createTelegram({ token, dataDir, log: createTestLog() });
	expect(open).toThrow(`${dataDir} cannot be written`);
});

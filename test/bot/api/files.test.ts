import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Api } from "grammy";
import { Agent } from "undici";
import { expect, it, onTestFinished } from "vitest";
import type { Unreadable } from "../../../src/actions/index.ts";
import { createReadFile } from "../../../src/bot/api/files.ts";
import { createTestLog } from "../../support/log.ts";

const token = "1000:local";
const text = "zorbfile.com\n";

/** Starts a Bot API server whose files are at `path`. `downloads` are the bytes of what it lets the bot download. */
async function startServer(path: string, downloads: Record<string, string | Buffer> = {}) {
	const server = createServer((request, response) => {
		const file = downloads[request.url?.replace(`/file/bot${token}/`, "") ?? ""];
		if (request.url?.endsWith("/getFile") && path !== "") {
			response.end(JSON.stringify({ ok: true, result: { file_id: "x", file_unique_id: "y", file_path: path } }));
		} else if (file !== undefined) response.end(file);
		else response.writeHead(404).end(JSON.stringify({ ok: false, error_code: 404, description: "Not Found" }));
	}).listen(0, "127.0.0.1");
	await once(server, "listening");
	onTestFinished(() => void server.close().closeAllConnections());
	// A server that listens on TCP always has an `AddressInfo`.
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function createFolder(): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), "files-"));
	onTestFinished(() => rm(folder, { recursive: true }));
	await mkdir(join(folder, token, "documents"), { recursive: true });
	await writeFile(join(folder, token, "documents", "file_1.txt"), text);
	await writeFile(join(folder, "other.txt"), "of another bot");
	return folder;
}

function read(apiRoot: string, filesDir: string | null = null, mostBytes = 100, onUnreadable: Unreadable = () => {}) {
	const dispatcher = new Agent();
	onTestFinished(() => dispatcher.destroy());
	const api = new Api(token, { apiRoot });
	return createReadFile({ api, apiRoot, token, filesDir, dispatcher, onUnreadable, log: createTestLog() })(
		"x",
		mostBytes,
	);
}

const problem = (name: string) => ({ kind: "problem", problem: name });

it("downloads a file, and says why it cannot be used", async () => {
	const at = await startServer("documents/file_1.txt", { "documents/file_1.txt": text });
	expect(await read(at)).toEqual({ kind: "text", text });
	expect(await read(at, null, 5)).toEqual(problem("file-large"));
	expect(await read(await startServer("a", { a: "\0\0" }))).toEqual(problem("file-binary"));
});

it("asks for the file again if Telegram does not give it", async () => {
	expect(await read(await startServer(""))).toEqual(problem("file-unavailable"));
	expect(await read(await startServer("documents/gone.txt"))).toEqual(problem("file-unavailable"));
	// The answer is longer than the limit of the file.
	expect(await read(await startServer("documents/gone.txt"), null, 5)).toEqual(problem("file-unavailable"));
	expect(await read("http://127.0.0.1:1")).toEqual(problem("file-unavailable"));
});

it("downloads a file whose name has characters of an address", async () => {
	const at = await startServer("documents/a ?#%.txt", { "documents/a%20%3F%23%25.txt": text });
	expect(await read(at)).toEqual({ kind: "text", text });
});

it("opens the files of a local Bot API server", async () => {
	const folder = await createFolder();
	const inside = `${token}/documents/file_1.txt`;
	expect(await read(await startServer(`${folder}/${inside}`))).toEqual({ kind: "text", text });
	const elsewhere = await startServer(`/var/lib/telegram-bot-api/${inside}`);
	expect(await read(elsewhere, folder)).toEqual({ kind: "text", text });
	expect(await read(elsewhere, folder, 5)).toEqual(problem("file-large"));
	expect(await read(elsewhere)).toEqual(problem("file-unreadable"));
	const itsFolder = await startServer(`${folder}/${token}/documents`);
	expect(await read(itsFolder, null, 5)).toEqual(problem("file-unreadable"));
});

it("opens no file outside the folder of this bot", async () => {
	const folder = await createFolder();
	for (const path of [`${folder}/other.txt`, `${folder}/${token}/../other.txt`]) {
		for (const filesDir of [null, folder]) {
			expect(await read(await startServer(path), filesDir)).toEqual(problem("file-unreadable"));
		}
	}
});

it("reports a file that is no text, and a path that no file can have", async () => {
	const gaps: string[] = [];
	const report: Unreadable = ({ source, field }) => void gaps.push(`${source} ${field}`);
	const binary = await startServer("documents/a.bin", { "documents/a.bin": "\0\0\0" });
	expect(await read(binary, null, 100, report)).toEqual(problem("file-binary"));
	expect(await read(await startServer("a".repeat(5_000)), null, 100, report)).toEqual(problem("file-unavailable"));
	expect(gaps).toEqual(["file text", "file file_path"]);
});

it("reads UTF-16 with and without its mark", async () => {
	const names = "zorbfile.com\nпример.com\n";
	for (const mark of ["\ufeff", ""]) {
		const little = Buffer.from(`${mark}${names}`, "utf16le");
		for (const bytes of [little, Buffer.from(little).swap16()]) {
			const server = await startServer("documents/a.txt", { "documents/a.txt": bytes });
			expect(await read(server)).toEqual({ kind: "text", text: names });
		}
	}
	const binary = await startServer("documents/a.bin", { "documents/a.bin": Buffer.from("a\0\0b\0\0c\0") });
	expect(await read(binary)).toEqual(problem("file-binary"));
});

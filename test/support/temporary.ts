import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

export async function temporaryDirectory(): Promise<AsyncDisposable & { path: string }> {
	const path = await mkdtemp(join(tmpdir(), "domain-trading-bot-"));
	return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true, maxRetries: 3 }) };
}

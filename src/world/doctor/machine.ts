import { once } from "node:events";
import { constants } from "node:fs";
import { readFile, stat, statfs } from "node:fs/promises";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { type Address, localUrl } from "@domains/kit/http/listen.ts";
import { keepKey } from "@domains/kit/vault.ts";
import { type Dispatcher, request } from "undici";
import { z } from "zod";
import type { Config } from "../../config.ts";
import { type Finding, failure, isAccessible, ok, reasonOf, warning } from "./finding.ts";

const leastBytes = 256 * 1024 ** 2;
const goodBytes = 1024 ** 3;

/** A Node built without names of months and time zones would show every person English names and UTC times. */
export function checkTimeZones(): Finding {
	const zones = Intl.supportedValuesOf("timeZone");
	const day = new Date("2026-01-15T22:00:00Z");
	const spoken = new Intl.DateTimeFormat("ru", { timeZone: "Asia/Kolkata", dateStyle: "long" }).format(day);
	if (zones.length > 300 && spoken.includes("16 января")) {
		return ok("time zones", `${zones.length} zones, ICU ${process.versions["icu"]}`);
	}
	return failure(
		"time zones",
		"this Node lacks languages or time zones: install it from https://nodejs.org, or run npm ci",
	);
}

export async function checkDisk({ dataDir }: Config): Promise<Finding> {
	const place = await nearest(dataDir);
	const isDirectory = (await stat(place)).isDirectory();
	if (!isDirectory || !(await isAccessible(place, constants.W_OK))) {
		return failure("disk", `${dataDir} is not writable for this user: set DATA_DIR, or change the owner`);
	}
	const { bavail, bsize } = await statfs(place);
	const free = bavail * bsize;
	const says = `${(free / 1024 ** 3).toFixed(1)} GB are free for ${dataDir}`;
	if (free < leastBytes) return failure("disk", `${says}: free some space, because a database that cannot write stops`);
	return free < goodBytes ? warning("disk", `${says}: this may soon be too little`) : ok("disk", says);
}

async function nearest(path: string): Promise<string> {
	return (await isAccessible(path)) || dirname(path) === path ? path : nearest(dirname(path));
}

const readiness = z.object({ ready: z.boolean(), reasons: z.record(z.string(), z.string()) });

/**
 * If no bot answers at the configured addresses, checks whether this process could listen there. `runs`: a bot answers.
 */
export async function checkListeners({ http, service, builtInService }: Config, dispatcher: Dispatcher) {
	const { finding, runs } = await checkListener(localUrl(http), dispatcher);
	if (service.url !== undefined || (await isFree(builtInService))) return { findings: [finding], runs };
	const place = `${builtInService.host}:${builtInService.port}`;
	const part = "service listener";
	const says = `another program uses ${place}, the address of the built-in service: stop it, or set SERVICE_PORT`;
	const second = runs
		? ok(part, `in use at ${place}, as expected: the bot that runs has its service there`)
		: failure(part, says);
	return { findings: [finding, second], runs };
}

async function checkListener(url: string, dispatcher: Dispatcher): Promise<{ finding: Finding; runs: boolean }> {
	const part = "listener";
	const silent = (finding: Finding) => ({ finding, runs: false });
	try {
		const { body } = await request(`${url}/ready`, { dispatcher, signal: AbortSignal.timeout(5_000) });
		const answer = readiness.safeParse(await body.json().catch(() => null));
		if (!answer.success) return silent(failure(part, `another program answers at ${url}: stop it, or set PORT`));
		const { ready, reasons } = answer.data;
		if (ready) return { finding: ok(part, `a bot runs at ${url} and is ready`), runs: true };
		const problems = Object.entries(reasons).map(([each, reason]) => `${each}: ${reason}`);
		return { finding: failure(part, `a bot runs at ${url} and is not ready. ${problems.join(" ")}`), runs: true };
	} catch (error) {
		if (/ECONNREFUSED/.test(`${reasonOf(error)} ${error instanceof Error && "code" in error ? error.code : ""}`)) {
			return silent(ok(part, `${url} is free; no bot runs there now`));
		}
		return silent(
			failure(part, `${url} does not answer (${reasonOf(error)}): stop the program that uses it, or set PORT`),
		);
	}
}

/** An HTTP request would not be enough, because a program with another protocol may use the address. */
async function isFree({ host, port }: Address): Promise<boolean> {
	const probe = createServer();
	try {
		await once(probe.listen(port, host), "listening");
		return true;
	} catch {
		return false;
	} finally {
		probe.close();
	}
}

/**
 * Telegram and the registrar service reach this bot there. If no bot `runs`, no answer is only a warning, because
 * nothing can answer yet.
 */
export async function checkPublicUrl({ http }: Config, runs: boolean, dispatcher: Dispatcher): Promise<Finding> {
	const { publicUrl } = http;
	if (publicUrl === undefined)
		return ok("public address", "not set: the bot polls for updates, and events have no address");
	try {
		const { statusCode, body } = await request(`${publicUrl}/health`, {
			dispatcher,
			signal: AbortSignal.timeout(5_000),
		});
		await body.dump();
		if (statusCode === 200) return ok("public address", `a bot answers at ${publicUrl}`);
		return failure(
			"public address",
			`${publicUrl}/health answers ${statusCode}: make the proxy pass all paths to PORT`,
		);
	} catch (error) {
		const says = `${publicUrl} cannot be reached from here (${reasonOf(error)})`;
		if (!runs) return warning("public address", `${says}, and no bot runs here: check again when it runs`);
		const advice = "check the DNS name, the certificate and the proxy";
		return failure("public address", `${says}: ${advice}`);
	}
}

/**
 * Reads the settings or the file `secret.key`. `key` is null if there is none or the file is damaged. Never creates a
 * key.
 */
export async function findKey({
	keys,
	dataDir,
	databaseUrl,
}: Config): Promise<{ finding: Finding; key: Buffer | null }> {
	const old = keys.old.length === 0 ? "" : `, with ${keys.old.length} old keys`;
	if (keys.current) {
		if (new Set(keys.current).size < 12) {
			const says = "SECRET_KEY is not random: create one with openssl rand -base64 32";
			return { finding: failure("secret key", says), key: keys.current };
		}
		return { finding: ok("secret key", `SECRET_KEY is set${old}`), key: keys.current };
	}
	const path = join(dataDir, "secret.key");
	const kept = await readFile(path).catch(() => null);
	if (kept === null) {
		const where = databaseUrl === undefined ? "the first start creates it" : "set SECRET_KEY";
		return { finding: ok("secret key", `none yet: ${where}`), key: null };
	}
	try {
		const key = await keepKey(path);
		return {
			finding: ok("secret key", `in ${path}${old}: back it up, separately from the database`),
			key,
		};
	} catch (error) {
		return { finding: failure("secret key", reasonOf(error)), key: null };
	}
}

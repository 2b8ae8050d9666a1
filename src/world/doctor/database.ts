import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "@domains/kit/log.ts";
import { readAddress } from "@domains/kit/postgres/address.ts";
import { connect, type Db, type Sql } from "@domains/kit/postgres/connect.ts";
import { openEmbedded } from "@domains/kit/postgres/embedded/index.ts";
import { createMigrationCheck, isNewer, oldestVersion } from "@domains/kit/postgres/migrate.ts";
import { inTime } from "@domains/kit/postgres/session.ts";
import { type Progress, readPosition, readProgress, standbyOptions } from "@domains/kit/postgres/standby.ts";
import type { Vault } from "@domains/kit/vault.ts";
import type { Config } from "../../config.ts";
import { isWrongKey, sealedByKey } from "../infrastructure.ts";
import { type Finding, failure, isAccessible, ok, reasonOf, skewFinding, warning } from "./finding.ts";

interface Options {
	config: Config;
	log: Log;
	/** Null if no key exists yet. */
	vault: Vault | null;
}

interface DatabaseLook {
	findings: Finding[];
	/** Null if no bot has used the database yet. */
	served: { id: number; username: string } | null;
}

const folders = ["bot", "service"] as const;
const answerSeconds = 10;
/** The most that one process opens. docs/setups.md lists what they are used for. */
const budget = 18;

/**
 * Changes nothing. A missing embedded database is not created. A stopped one is started for the examination and stopped
 * afterwards.
 */
export async function lookAtDatabase({ config, log, vault }: Options): Promise<DatabaseLook> {
	const directory = join(config.dataDir, "postgres");
	await using stack = new AsyncDisposableStack();
	try {
		if (config.databaseUrl === undefined && !(await isAccessible(directory))) {
			return nothing(ok("database", `none yet: the first start creates it in ${directory}`));
		}
		const url = config.databaseUrl ?? stack.use(await openEmbedded({ directory, log })).url;
		const pooled = config.databaseDirectUrl !== undefined;
		const { db, sql } = stack.use(connect(url, { max: 1, name: "doctor", graceSeconds: 0, pooled }));
		const look = await inTime(examine(sql, vault, config.databaseUrl === undefined), answerSeconds, "no answer within");
		const direct = config.databaseDirectUrl === undefined ? [] : [await lookPastPool(sql, config.databaseDirectUrl)];
		const standby = config.databaseReadUrl === undefined ? [] : [await lookAtStandby(db, config.databaseReadUrl)];
		return { ...look, findings: [...look.findings, ...direct, ...standby] };
	} catch (error) {
		const what = config.databaseUrl === undefined ? directory : readAddress(config.databaseUrl).label;
		const setting = config.databaseUrl === undefined ? "DATA_DIR" : "DATABASE_URL";
		return nothing(failure("database", `${what} cannot be used (${reasonOf(error)}): check ${setting} and the server`));
	}
}

/** `DATABASE_DIRECT_URL` must lead to the same database as the connection pool. */
async function lookPastPool(pooled: Sql, url: string): Promise<Finding> {
	const part = "direct database";
	const { label } = readAddress(url);
	try {
		await using database = connect(url, { max: 1, name: "doctor", graceSeconds: 0 });
		const [behind, past] = await inTime(
			Promise.all([pooled, database.sql].map(identityOf)),
			answerSeconds,
			"no answer within",
		);
		if (behind === past) return ok(part, `${label} leads to the same database as the pool`);
		return failure(part, `${label} is not the database behind DATABASE_URL: set DATABASE_DIRECT_URL to that database`);
	} catch (error) {
		return failure(part, `${label} cannot be used (${reasonOf(error)}): check DATABASE_DIRECT_URL`);
	}
}

async function identityOf(sql: Sql): Promise<string | undefined> {
	const [row] = await sql<{ id: string }[]>`
		select current_database() || ' of ' || pg_postmaster_start_time() as id`;
	return row?.id;
}

function nothing(finding: Finding): DatabaseLook {
	return { findings: [finding], served: null };
}

interface Facts {
	version: string;
	major: number;
	encoding: string;
	readOnly: boolean;
	mayCreate: boolean;
	free: number;
	limited: boolean;
	now: Date;
}

async function examine(sql: Sql, vault: Vault | null, embedded: boolean): Promise<DatabaseLook> {
	const asked = Date.now();
	const [facts] = await sql<
		Facts[]
	>`select current_setting('server_version') as version, current_setting('server_version_num')::int / 10000 as major,
		current_setting('server_encoding') as encoding, current_setting('transaction_read_only') = 'on' as "readOnly",
		has_database_privilege(current_database(), 'create') as "mayCreate",
		current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
			- (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as free,
		current_setting('statement_timeout') <> '0' and current_setting('idle_in_transaction_session_timeout') <> '0'
			as limited, clock_timestamp() as now`;
	if (!facts) throw new Error("it returned no rows");
	const middle = (asked + Date.now()) / 2;
	const findings = [
		versionFinding(facts, embedded),
		skewFinding("clock of the database", facts.now.getTime() - middle),
	];
	if (facts.free < budget && !embedded) {
		const says = `${facts.free} connections are free, but a process opens up to ${budget}: raise max_connections`;
		findings.push(warning("connections", says));
	}
	if (!facts.limited) {
		const says = "it sets no timeouts for its sessions: set the connect_query of docs/setups.md";
		findings.push(warning("limits of the pool", says));
	}
	const missing = await createMigrationCheck(sql, folders)();
	if (await isNewer(sql, folders)) {
		const says = "a newer version of the bot has changed the database: run that version, or restore a backup";
		return { findings: [...findings, failure("migrations", says)], served: null };
	}
	if (missing !== undefined) {
		const says = facts.mayCreate
			? warning("migrations", "some are not applied: the next start applies them")
			: failure(
					"migrations",
					"some are not applied, and this user may not apply them: grant the user CREATE on the database",
				);
		return { findings: [...findings, says], served: null };
	}
	findings.push(ok("migrations", "all are applied"), ...(await sealFindings(sql, vault)));
	const [served] = await sql<{ id: string; username: string }[]>`select bot_id as id, username from bot.identity`;
	return { findings, served: served ? { id: Number(served.id), username: served.username } : null };
}

function versionFinding({ version, major, encoding, readOnly }: Facts, embedded: boolean): Finding {
	if (major < oldestVersion) return failure("database", `PostgreSQL ${version} is too old: ${oldestVersion} is needed`);
	if (encoding !== "UTF8")
		return failure("database", `its encoding is ${encoding}: create a database with encoding 'UTF8'`);
	if (readOnly) return failure("database", "it is read-only: set DATABASE_URL to the primary server");
	return ok("database", `PostgreSQL ${version}${embedded ? ", embedded" : ""}`);
}

/** The keys in the settings must decrypt every stored secret. */
async function sealFindings(sql: Sql, vault: Vault | null): Promise<Finding[]> {
	const rows = await sealedByKey(sql);
	const sum = (isSo: (key: string) => boolean): number =>
		rows.filter(({ key }) => isSo(key)).reduce((all, { count }) => all + count, 0);
	const lost = sum((key) => !vault?.knows(key));
	const old = sum((key) => vault?.knows(key) === true && !vault.isCurrent(key));
	const all = sum(() => true);
	const part = "stored secrets";
	const findings: Finding[] = [];
	if (vault && (await isWrongKey(sql, vault))) {
		findings.push(
			failure("secret key", "the secrets of this database were encrypted with another key: set SECRET_KEY to that key"),
		);
	}
	if (lost > 0) {
		findings.push(
			failure(part, `${lost} of ${all} are encrypted with a key that is not set: add it to SECRET_KEYS_OLD`),
		);
	}
	if (old > 0)
		findings.push(warning(part, `${old} are encrypted with an old key until tonight: keep SECRET_KEYS_OLD until then`));
	return findings.length > 0 ? findings : [ok(part, `${all}, all encrypted with the current key`)];
}

const part = "standby";
/** Checks if the standby has caught up; three seconds together. */
const looks = { most: 12, pauseMs: 250 };

/** `DATABASE_READ_URL` must lead to a standby of the database that keeps up. */
async function lookAtStandby(primary: Db, url: string): Promise<Finding> {
	const { label } = readAddress(url);
	try {
		await using standby = connect(url, { ...standbyOptions, max: 1, name: "doctor", graceSeconds: 0 });
		return findingOf(label, await inTime(untilCurrent(primary, standby.db), answerSeconds, "no answer within"));
	} catch (error) {
		return failure(part, `${label} cannot be used (${reasonOf(error)}): check DATABASE_READ_URL`);
	}
}

async function untilCurrent(primary: Db, standby: Db): Promise<Progress> {
	const position = await readPosition(primary);
	for (let look = 1; ; look += 1) {
		const progress = await readProgress(standby, position);
		if (progress.kind !== "standby" || progress.missing === 0 || look === looks.most) return progress;
		await sleep(looks.pauseMs);
	}
}

function findingOf(label: string, progress: Progress): Finding {
	switch (progress.kind) {
		case "primary":
			return failure(part, `${label} is not a standby: set DATABASE_READ_URL to a standby, or remove it`);
		case "other_database":
			return failure(
				part,
				`${label} is a standby of another database: set DATABASE_READ_URL to a standby of DATABASE_URL`,
			);
		case "standby": {
			if (progress.missing === 0) return ok(part, `${label} keeps up with the primary server`);
			const says = `${label} is ${progress.missing} bytes behind after three seconds, so the bot reads the primary server`;
			return warning(part, `${says}: check the standby's log`);
		}
	}
}

import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { AppError } from "../errors.ts";
import { type Encryption, readAddress } from "./address.ts";

/** In milliseconds, enforced by the server. */
export interface Limits {
	/** If no answer arrives, the driver gives up at 1.25 times this limit. */
	statement_timeout: number;
	/** Longest wait for one lock. */
	lock_timeout: number;
	/** Longest pause inside a transaction. A process that exceeds it has hung, and other processes need its locks. */
	idle_in_transaction_session_timeout: number;
	/** Longest pause outside a transaction; no limit if absent. */
	idle_session_timeout?: number;
}

/**
 * `lock_timeout` is longer than the deadline of an update (10 s). An update that waits for a lock then ends at its
 * deadline, and the person gets one error reply. With a shorter one, the statement would fail first, and the update
 * would be tried three times and wait each time.
 */
const quick: Limits = { statement_timeout: 60_000, lock_timeout: 15_000, idle_in_transaction_session_timeout: 20_000 };

/** Migrations and copies of whole tables. */
export const patient: Limits = {
	statement_timeout: 3_600_000,
	lock_timeout: 60_000,
	idle_in_transaction_session_timeout: 60_000,
};

/** The server then notices within half a minute that the client's machine is gone. */
const keepalives = {
	tcp_keepalives_idle: 15,
	tcp_keepalives_interval: 5,
	tcp_keepalives_count: 3,
	tcp_user_timeout: 30_000,
};
const clientKeepaliveSeconds = 15;
/** Shorter if another host may answer instead. */
const connectSeconds = { only: 15, oneOfSeveral: 5 };
const longestPauseSeconds = 1;

/** A standby copies the primary's changes and is read-only. */
export type Role = "primary" | "standby";

type Types = Record<string, postgres.PostgresType>;

interface SessionOptions extends Pick<postgres.Options<Types>, "prepare" | "types" | "onclose"> {
	/** In `pg_stat_activity`. */
	name: string;
	max: number;
	limits?: Partial<Limits> | undefined;
	/** A pool in transaction mode gets no time limits with the connection: its operator sets them in the pool. */
	pooled?: boolean;
	/**
	 * The session holds state such as an advisory lock, so the driver does not close it after 30 to 60 minutes. It also
	 * does not ask the server for the types of arrays, which it needs only for array parameters.
	 */
	longLived?: boolean;
	/** Of the used host, if `url` names several; `primary` by default. */
	role?: Role;
	/**
	 * A commit need not wait for the disk. A crash of PostgreSQL may then lose the commits of the last second, unless a
	 * later commit of another session survives it.
	 */
	asyncCommit?: boolean;
}

/**
 * All of this project's sessions are opened here. Several hosts are tried in order until one has the wanted role, so
 * that sessions follow a failover. Settings in the query string of `url` override those set here.
 */
export function openSessions(url: string, options: SessionOptions): postgres.Sql {
	const { name, limits, pooled = false, longLived = false, role = "primary", asyncCommit = false, ...driver } = options;
	const { hosts, ports, socket, user, password, database, ...address } = readAddress(url);
	const target = hosts.length > 1 ? role : address.target;
	return postgres({
		...driver,
		// The driver accepts lists of hosts and ports here, although its types do not say so.
		...(hosts.length > 0 && { host: hosts as unknown as string, port: ports as unknown as number }),
		...(socket !== undefined && { path: socket }),
		...(user && { user }),
		...(password && { password }),
		...(database && { database }),
		// As in libpq, a Unix socket is never encrypted.
		...(socket === undefined ? tlsOptions(address.encryption) : { ssl: false }),
		...(target && { target_session_attrs: target }),
		keep_alive: clientKeepaliveSeconds,
		connect_timeout: hosts.length > 1 ? connectSeconds.oneOfSeveral : connectSeconds.only,
		backoff: (attempt) => Math.min(0.05 * 2 ** attempt, longestPauseSeconds),
		onnotice: () => {},
		...address.numbers,
		...(longLived && { max_lifetime: null, fetch_types: false }),
		connection: {
			application_name: name,
			TimeZone: "UTC",
			...(asyncCommit && { synchronous_commit: "off" }),
			...(!pooled && { ...quick, ...limits, ...keepalives }),
			...address.settings,
		},
	});
}

/** A certificate is checked against its authorities with `authority` and `host` only. */
function tlsOptions({ mode, negotiation, ...files }: Encryption): Pick<postgres.Options<Types>, "ssl"> {
	const { rootCertificate, certificate, key } = files;
	if (mode === "off") return { ssl: false };
	if (mode === "preferred") return { ssl: "prefer" };
	return {
		// The driver's types lack this option.
		...({ sslnegotiation: negotiation } satisfies object),
		ssl: {
			...(rootCertificate && { ca: read("sslrootcert", rootCertificate) }),
			...(certificate && { cert: read("sslcert", certificate) }),
			...(key && { key: read("sslkey", key) }),
			...(mode === "required" && { rejectUnauthorized: false }),
			...(mode === "authority" && { checkServerIdentity: () => undefined }),
		},
	};
}

function read(parameter: string, path: string): string {
	try {
		return readFileSync(path, "utf8");
	} catch (cause) {
		throw new AppError("config_invalid", `The file ${path} of ${parameter} cannot be read`, { cause });
	}
}

const pauseMs = 250;

/**
 * Polls until the lock is free, or rejects if `signal` aborts. During a blocking lock statement, neither the client nor
 * the server would notice that the connection is dead.
 */
export async function takeLock(sql: postgres.Sql, key: postgres.PendingQuery<postgres.Row[]>, signal?: AbortSignal) {
	for (;;) {
		const [row] = await sql<{ taken: boolean }[]>`select pg_try_advisory_lock(${key}) as taken`;
		if (row?.taken) return;
		await sleep(pauseMs, undefined, { signal });
	}
}

/**
 * The error message is `words` and the number of seconds. Without this limit, the driver would retry forever if a
 * server accepts connections and closes them at once.
 */
export async function inTime<T>(work: Promise<T>, seconds: number, words: string): Promise<T> {
	const late = new AbortController();
	const tooLate = async (): Promise<never> => {
		await sleep(seconds * 1_000, undefined, { signal: late.signal });
		throw new Error(`${words} ${seconds} seconds`);
	};
	return await Promise.race([work, tooLate()]).finally(() => late.abort());
}

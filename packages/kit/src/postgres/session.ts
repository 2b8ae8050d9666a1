import { readFileSync } from "node:fs";
import postgres from "postgres";
import { AppError } from "../errors.ts";
import { readAddress } from "./address.ts";
import type { Encryption } from "./parameters.ts";

/** Server-side time limits in milliseconds, by their PostgreSQL names. */
export interface Limits {
	/** The longest time that a statement may run. If no answer arrives, the driver gives up at 1.25 times this limit. */
	statement_timeout: number;
	/** The longest wait for one lock. */
	lock_timeout: number;
	/** The longest pause inside a transaction. A process that exceeds it has hung, and other processes need its locks. */
	idle_in_transaction_session_timeout: number;
	/** The longest pause outside a transaction; no limit if absent. */
	idle_session_timeout?: number;
}

/**
 * Limits for the statements of an update of Telegram, of a job, or of the regular search for due jobs. `lock_timeout`
 * is longer than the deadline of an update (10 s). An update that waits for a lock then ends at its deadline, and the
 * person gets one error reply. With a shorter `lock_timeout`, the statement would fail first. The update would then be
 * tried three times, and each attempt would wait for the lock.
 */
const quick: Limits = { statement_timeout: 60_000, lock_timeout: 15_000, idle_in_transaction_session_timeout: 20_000 };

/** Limits for migrations and for copies of whole tables. */
export const patient: Limits = {
	statement_timeout: 3_600_000,
	lock_timeout: 60_000,
	idle_in_transaction_session_timeout: 60_000,
};

/** TCP settings for the server, which then notices within half a minute that the client's machine is gone. */
const keepalives = {
	tcp_keepalives_idle: 15,
	tcp_keepalives_interval: 5,
	tcp_keepalives_count: 3,
	tcp_user_timeout: 30_000,
};
const clientKeepaliveSeconds = 15;
/** Time limits for opening a connection. They are shorter if another host may answer instead. */
const connectSeconds = { only: 15, oneOfSeveral: 5 };
const longestPauseSeconds = 1;

/** `primary`: the server that accepts writes. `standby`: a read-only server that copies the primary's changes. */
export type Role = "primary" | "standby";

type Types = Record<string, postgres.PostgresType>;

interface SessionOptions extends Pick<postgres.Options<Types>, "prepare" | "types" | "onclose"> {
	/** The name that `pg_stat_activity` shows for the sessions. */
	name: string;
	/** The maximum number of open sessions. */
	max: number;
	limits?: Partial<Limits> | undefined;
	/**
	 * True if `url` is a connection pool in transaction mode. No time limits are then sent with the connection: the
	 * pool's operator sets them in the pool.
	 */
	pooled?: boolean;
	/**
	 * True if the session must stay open, because it holds state such as an advisory lock. The driver then does not close
	 * it after 30 to 60 minutes. It also does not ask the server for the types of arrays, which it needs only for array
	 * parameters.
	 */
	longLived?: boolean;
	/** If `url` names several hosts, the role that the used host must have; `primary` by default. */
	role?: Role;
	/**
	 * True if a commit need not wait for the disk. A crash of PostgreSQL may then lose the commits of the last second. If
	 * a later commit of another session survives the crash, the commits before it survive too.
	 */
	asyncCommit?: boolean;
}

/**
 * Opens database sessions; all of this project's sessions are opened here. If `url` names several hosts, tries them in
 * order until one has the wanted role, so that sessions follow a failover. Settings in the query string of `url`
 * override those set here.
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

/** Returns the driver's options. A certificate is checked against its authorities with `authority` and `host` only. */
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

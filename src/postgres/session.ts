import postgres from "postgres";
import { readAddress } from "./address.ts";

/** What the server ends, in milliseconds, by PostgreSQL's names for it. */
export interface Limits {
	/** A statement. The driver itself gives up a quarter later, when no answer arrives at all. */
	statement_timeout: number;
	/** Waiting for one lock. */
	lock_timeout: number;
	/** A transaction in which the client does nothing: its process is frozen, and other processes want its locks. */
	idle_in_transaction_session_timeout: number;
	/** A session in which the client does nothing. */
	idle_session_timeout?: number;
}

/** The statements of a person's update, a job or a sweep. */
const quick: Limits = { statement_timeout: 60_000, lock_timeout: 10_000, idle_in_transaction_session_timeout: 20_000 };

/** Migrations and copies of whole tables. */
export const patient: Limits = {
	statement_timeout: 3_600_000,
	lock_timeout: 60_000,
	idle_in_transaction_session_timeout: 60_000,
};

/** Within half a minute the server notices that the client's machine is gone, and the client that the server's is. */
const keepalives = {
	tcp_keepalives_idle: 15,
	tcp_keepalives_interval: 5,
	tcp_keepalives_count: 3,
	tcp_user_timeout: 30_000,
};
const clientKeepaliveSeconds = 15;
/** Where another host may answer, one that is switched off is given up sooner. */
const connectSeconds = { only: 15, oneOfSeveral: 5 };
const longestPauseSeconds = 1;

type Types = Record<string, postgres.PostgresType>;

interface SessionOptions extends Pick<postgres.Options<Types>, "prepare" | "types" | "onclose"> {
	/** What `pg_stat_activity` shows. */
	name: string;
	/** The most sessions that are open at once. */
	max: number;
	limits?: Partial<Limits> | undefined;
	/** A transaction pool answers at `url`: it takes no limits from us, its operator sets them there. */
	pooled?: boolean;
	/**
	 * What the session holds, such as an advisory lock, is lost with it: the driver's own limit on a connection's age, 30
	 * to 60 minutes, does not apply, and the driver asks for no types.
	 */
	held?: boolean;
}

/**
 * The only way in which this project opens sessions of a database. Several hosts are tried in their order until one
 * takes changes, so that the sessions follow a failover. Settings in the query of `url` win.
 */
export function openSessions(url: string, options: SessionOptions): postgres.Sql {
	const { name, limits, pooled = false, held = false, ...driver } = options;
	const { hosts, ports, socket, single } = readAddress(url);
	return postgres(single, {
		...driver,
		...(held && { max_lifetime: null, fetch_types: false }),
		// The driver takes lists here, which its types do not say.
		...(hosts.length > 0 && { host: hosts as unknown as string, port: ports as unknown as number }),
		...(socket !== undefined && { path: socket }),
		...(hosts.length > 1 && { target_session_attrs: "primary" as const }),
		keep_alive: clientKeepaliveSeconds,
		connect_timeout: hosts.length > 1 ? connectSeconds.oneOfSeveral : connectSeconds.only,
		backoff: (attempt) => Math.min(0.05 * 2 ** attempt, longestPauseSeconds),
		onnotice: () => {},
		connection: {
			application_name: name,
			TimeZone: "UTC",
			...(!pooled && { ...quick, ...limits, ...keepalives }),
		},
	});
}

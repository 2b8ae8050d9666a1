/** The last three are paths of files. */
export interface Encryption {
	/**
	 * `required` encrypts without a check of the certificate. `preferred` does so if the server can. `authority` checks
	 * who signed the certificate, and `host` also its name.
	 */
	mode: "off" | "preferred" | "required" | "authority" | "host";
	/** `direct` skips the question whether the server can encrypt. */
	negotiation: "direct" | "postgres";
	rootCertificate?: string;
	certificate?: string;
	key?: string;
}

/** Those of time are in seconds. */
export const driverNumbers = ["connect_timeout", "idle_timeout", "max_lifetime", "max_pipeline", "keep_alive"] as const;

export const targets = ["read-write", "read-only", "primary", "standby", "prefer-standby"] as const;

const modes: Record<string, Encryption["mode"]> = {
	disable: "off",
	false: "off",
	"0": "off",
	allow: "preferred",
	prefer: "preferred",
	require: "required",
	"no-verify": "required",
	"verify-ca": "authority",
	"verify-full": "host",
	true: "host",
	"1": "host",
};

const understood = new Set<string>([
	...driverNumbers,
	"dbname",
	"host",
	"password",
	"pgbouncer",
	"port",
	"ssl",
	"sslcert",
	"sslkey",
	"sslmode",
	"sslnegotiation",
	"sslrootcert",
	"target_session_attrs",
	"user",
]);

/**
 * They need no action: the bot decides the matter itself, or the parameter means nothing to its driver.
 * `channel_binding` is a demand, but providers print it in every address. The driver cannot bind; `sslmode=verify-full`
 * protects against the same attack.
 */
const ignored = new Set([
	"backoff",
	"channel_binding",
	"client_encoding",
	"connection_limit",
	"debug",
	"encoding",
	"fallback_application_name",
	"fetch_types",
	"gssdelegation",
	"gsslib",
	"keepalives",
	"keepalives_count",
	"keepalives_idle",
	"keepalives_interval",
	"krbsrvname",
	"load_balance_hosts",
	"max",
	"pool",
	"pool_timeout",
	"prepare",
	"publications",
	"schema",
	"socket_timeout",
	"sslcertmode",
	"sslcompression",
	"sslsni",
	"statement_cache_size",
	"supa",
	"uselibpqcompat",
]);

/** The bot cannot follow these parameters of libpq. To ignore them would connect elsewhere or unsafely. */
const refused: Record<string, string> = {
	hostaddr: "write the address as the host",
	passfile: "write the password into the address",
	replication: "remove it",
	require_auth: "remove it, and require it in pg_hba.conf",
	requirepeer: "remove it",
	service: "write host, user and password into the address",
	servicefile: "write host, user and password into the address",
	ssl_max_protocol_version: "remove it, and set it at the server",
	ssl_min_protocol_version: "remove it, and set it at the server",
	sslcrl: "remove it",
	sslcrldir: "remove it",
	sslpassword: "use a key file without a password",
};

/** Settings of a session at the server. Others fit into `options`, as in `options=-c%20work_mem%3D64MB`. */
const settings = new Set([
	"application_name",
	"default_transaction_isolation",
	"idle_in_transaction_session_timeout",
	"idle_session_timeout",
	"jit",
	"lock_timeout",
	"options",
	"role",
	"search_path",
	"statement_timeout",
	"synchronous_commit",
	"tcp_keepalives_count",
	"tcp_keepalives_idle",
	"tcp_keepalives_interval",
	"tcp_user_timeout",
	"timezone",
	"transaction_timeout",
	"work_mem",
]);

/** Each text is the end of a sentence. */
export function problemOf([key, value]: [string, string]): string[] {
	const quoted = `has ${key}=${value}`;
	if (key === "gssencmode") return value === "require" ? [`${quoted}, which is not supported: use sslmode`] : [];
	if (ignored.has(key) || isSetting(key)) return [];
	if (Object.hasOwn(refused, key)) return [`has the parameter ${key}, which is not supported: ${refused[key]}`];
	if (!understood.has(key)) {
		return [`has an unknown parameter ${key}: remove it, or write a server setting as options=-c%20${key}%3Dvalue`];
	}
	if ((key === "sslmode" || key === "ssl") && !Object.hasOwn(modes, value)) {
		return [`${quoted}: use disable, prefer, require, verify-ca or verify-full`];
	}
	if (key === "sslnegotiation" && value !== "direct" && value !== "postgres")
		return [`${quoted}: use direct or postgres`];
	if (key === "target_session_attrs" && value !== "any" && !targets.some((each) => each === value)) {
		return [`${quoted}: use any, ${targets.join(", ")}`];
	}
	return driverNumbers.some((each) => each === key) && !(Number(value) >= 0) ? [`${quoted}: use a number`] : [];
}

/** Settings of extensions have a dot in their name. */
export function isSetting(key: string): boolean {
	return settings.has(key.toLowerCase()) || key.includes(".");
}

export function readEncryption(parameters: URLSearchParams): Encryption {
	const path = (key: string) => parameters.get(key) || undefined;
	const [rootCertificate, certificate, key] = ["sslrootcert", "sslcert", "sslkey"].map(path);
	const negotiation = parameters.get("sslnegotiation") === "direct" ? "direct" : "postgres";
	const files = { ...(certificate && { certificate }), ...(key && { key }) };
	// `system` means the authorities that Node trusts, and a name is checked with them.
	if (rootCertificate === "system") return { mode: "host", negotiation, ...files };
	const written = path("sslmode") ?? path("ssl");
	const wanted = written === undefined ? undefined : modes[written];
	const unstated = rootCertificate !== undefined || negotiation === "direct" ? "required" : "off";
	const mode = wanted ?? unstated;
	// As in libpq, a root certificate makes `require` check who signed the server's certificate.
	const checked = rootCertificate !== undefined && mode === "required" && written !== "no-verify" ? "authority" : mode;
	return { mode: checked, negotiation, ...files, ...(rootCertificate && { rootCertificate }) };
}

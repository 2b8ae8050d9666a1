import { isIPv6 } from "node:net";

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
const driverNumbers = ["connect_timeout", "idle_timeout", "max_lifetime", "max_pipeline", "keep_alive"] as const;

const targets = ["read-write", "read-only", "primary", "standby", "prefer-standby"] as const;

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

/** The bot cannot follow these parameters of libpq and providers. To ignore them would connect elsewhere or unsafely. */
const refused: Record<string, string> = {
	// Neon reads both from `options`. The driver would send a parameter with this name as a setting.
	endpoint: "write it as options=endpoint%3D and its value",
	project: "write it as options=project%3D and its value",
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
function problemOf([key, value]: [string, string]): string[] {
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
function isSetting(key: string): boolean {
	return settings.has(key.toLowerCase()) || key.includes(".");
}

function readEncryption(parameters: URLSearchParams): Encryption {
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

const defaultPort = 5432;
const example = "must be an address such as postgres://user:password@host/name";

/**
 * `postgres://user:password@host:port,host:port/name?parameter=value`, as libpq and the consoles of providers write it.
 * A parameter such as `host` or `dbname` replaces that part of the address. Each of `problems` is the end of a
 * sentence; settings with problems stop the start.
 */
export function readAddress(url: string) {
	const [, account = "", place = "", name = "", query = ""] =
		/^postgres(?:ql)?:\/\/(?:([^/?#]*)@)?([^/?#]*)(?:\/([^?#]*))?(?:\?([^#]*))?/s.exec(url) ?? [];
	// libpq decodes only %XX, so a plus sign means itself.
	const parameters = new URLSearchParams(query.replaceAll("+", "%2B"));
	const [, user = "", password = ""] = /^([^:]*):?(.*)$/s.exec(account) ?? [];
	const named = parameters.get("host");
	const list = named || decode(place);
	const ports = parameters.get("port")?.split(",") ?? [];
	const listed = place === "" ? [] : place.split(",").map(splitHost);
	const used = named ? named.split(",").map((host, index) => ({ host, port: listed[index]?.port })) : listed;
	const hosts = used.map(({ host, port }, index) => ({
		host: host.replace(/^\[|\]$/g, ""),
		port: Number(ports[index] || ports[0] || port || defaultPort),
	}));
	const folder = hosts[0]?.host.startsWith("/") ? hosts[0] : undefined;
	const database = parameters.get("dbname") || decode(name);
	return {
		problems: [...problemsOfForm(url, hosts), ...repeatedIn(parameters), ...[...parameters].flatMap(problemOf)],
		/** The order in which to try them; empty if the address names none. */
		hosts: hosts.map(({ host }) => host),
		ports: hosts.map(({ port }) => port),
		/** Present if the host is a folder, with its slashes written as %2F. */
		...(folder && { socket: socketPath(folder.host, folder.port) }),
		user: parameters.get("user") || decode(user),
		password: parameters.get("password") || decode(password),
		database,
		encryption: readEncryption(parameters),
		/** The role that the one host must have, if the address says so. */
		target: targets.find((each) => each === parameters.get("target_session_attrs")),
		numbers: Object.fromEntries(
			driverNumbers.flatMap((key) => (parameters.has(key) ? [[key, Number(parameters.get(key))]] : [])),
		),
		/** The server's names. */
		settings: Object.fromEntries([...parameters].filter(([key]) => isSetting(key))),
		pooled: parameters.get("pgbouncer") === "true",
		/** Names the hosts and the database in messages, without the user and the password. */
		label: `${list}/${database}`,
	};
}

/** libpq takes the last of two values, and most drivers the first. */
function repeatedIn(parameters: URLSearchParams): string[] {
	const repeated = new Set([...parameters.keys()].filter((key, at, keys) => keys.indexOf(key) < at));
	return [...repeated].map((key) => `has the parameter ${key} twice: keep one`);
}

export function socketPath(folder: string, port: number): string {
	return `${folder}/.s.PGSQL.${port}`;
}

/** An IPv6 address is in brackets. */
function splitHost(text: string): { host: string; port: string } {
	const [, host = text, port = ""] = /^(\[[^\]]*\]|[^:]*)(?::(.*))?$/s.exec(text) ?? [];
	return { host: decode(host), port };
}

function isHost({ host, port }: { host: string; port: number }): boolean {
	const named = host.startsWith("/") || isIPv6(host) || (host !== "" && URL.canParse(`postgres://${host}`));
	return named && Number.isInteger(port) && port > 0 && port <= 65_535;
}

function problemsOfForm(url: string, hosts: { host: string; port: number }[]): string[] {
	if (!/^postgres(ql)?:\/\//.test(url)) return [example];
	if (!isDecodable(url)) return ["contains a plain %: write it as %25"];
	// A NUL byte would end the name in the startup message.
	if (url.includes("%00")) return ["contains %00: remove it"];
	if (url.includes("#")) return ["contains a plain #: write it as %23"];
	return hosts.every(isHost) ? [] : [example];
}

function decode(text: string): string {
	return isDecodable(text) ? decodeURIComponent(text) : text;
}

function isDecodable(text: string): boolean {
	try {
		decodeURIComponent(text);
		return true;
	} catch {
		return false;
	}
}

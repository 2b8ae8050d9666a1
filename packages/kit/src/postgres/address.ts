import { isIPv6 } from "node:net";
import { driverNumbers, isSetting, problemOf, readEncryption, targets } from "./parameters.ts";

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
	const parameters = new URLSearchParams(query);
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

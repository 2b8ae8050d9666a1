import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, createConnection, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { rootCertificates, TLSSocket } from "node:tls";
import { describe, expect, it, onTestFinished } from "vitest";
import { createTestDatabase } from "../../../../test/support/database.ts";
import { selfSigned } from "../../../../test/support/self-signed.ts";
import { readAddress } from "../../src/postgres/address.ts";
import { connect } from "../../src/postgres/connect.ts";

describe("an address", () => {
	it.each([
		["postgres://bot:pw@db.example/bot", ["db.example"], [5432], "bot"],
		["postgresql://bot:pw@db.example:6432/bot?", ["db.example"], [6432], "bot"],
		["postgres://bot:pw@[2001:db8::1]:6432/bot", ["2001:db8::1"], [6432], "bot"],
		["postgres://bot:pw@db1:6432,db2/bot", ["db1", "db2"], [6432, 5432], "bot"],
		["postgres://bot:pw@/bot?host=db1,db2&port=6432,6433", ["db1", "db2"], [6432, 6433], "bot"],
		["postgres://bot:pw@:6432/bot?host=db.example", ["db.example"], [6432], "bot"],
		["postgres://bot:pw@elsewhere/other?host=db.example&dbname=bot", ["db.example"], [5432], "bot"],
		["postgres://bot:pw@/bot?host=/cloudsql/acme:europe-west1:db", ["/cloudsql/acme:europe-west1:db"], [5432], "bot"],
		["postgres://bot:pw@%2Frun%2Fpostgresql/my%20b%C3%B6t", ["/run/postgresql"], [5432], "my böt"],
		["postgres:///bot?user=bot&password=pw", [], [], "bot"],
	])("is read as libpq reads it: %s", (url, hosts, ports, database) => {
		const { problems, ...read } = readAddress(url);
		expect({ problems, ...read }).toMatchObject({ problems: [], hosts, ports, database, user: "bot", password: "pw" });
		expect(read.label).not.toContain("pw");
	});

	it.each([
		"sslmode=require&channel_binding=require",
		"sslmode=verify-full&sslrootcert=/etc/ca.pem",
		"sslmode=no-verify",
		"gssencmode=disable&keepalives=1&keepalives_idle=30",
		"pgbouncer=true&connection_limit=1",
		"sslmode=require&supa=base-pooler.x",
		"options=endpoint%3Dep-cool-123&application_name=bot",
		"search_path=bot&statement_timeout=120000&app.tenant=7",
		"connect_timeout=10&target_session_attrs=read-write",
	])("may have the parameters %s", (query) => {
		expect(readAddress(`postgres://bot@db/bot?${query}`).problems).toEqual([]);
	});

	it.each([
		["reconnect=true", "has an unknown parameter reconnect: remove it"],
		["__proto__=1", "has an unknown parameter __proto__: remove it"],
		["service=main", "has the parameter service, which is not supported: write host, user and password"],
		[
			"endpoint=ep-x",
			"has the parameter endpoint, which is not supported: write it as options=endpoint%3D and its value",
		],
		["project=ep-x", "has the parameter project, which is not supported: write it as options=project%3D and its value"],
		["gssencmode=require", "has gssencmode=require, which is not supported: use sslmode"],
		["sslmode=on", "has sslmode=on: use disable, prefer, require, verify-ca or verify-full"],
		["sslnegotiation=maybe", "has sslnegotiation=maybe: use direct or postgres"],
		["target_session_attrs=leader", "has target_session_attrs=leader: use any, read-write"],
		["sslmode=require&sslmode=disable", "has the parameter sslmode twice: keep one"],
		["connect_timeout=soon", "has connect_timeout=soon: use a number"],
	])("names what it cannot use: %s", (query, problem) => {
		expect(readAddress(`postgres://bot@db/bot?${query}`).problems).toEqual([expect.stringContaining(problem)]);
	});

	it("takes a plus sign in a parameter as it is, as libpq does", () => {
		expect(readAddress("postgres://bot@db/bot?password=a+b").password).toBe("a+b");
	});

	it("may have no NUL byte", () => {
		expect(readAddress("postgres://bot@db/a%00b").problems).toEqual(["contains %00: remove it"]);
	});

	it.each([
		["sslmode=disable", "off"],
		["sslmode=allow", "preferred"],
		["sslmode=require", "required"],
		["sslmode=require&sslrootcert=/ca.pem", "authority"],
		["sslrootcert=system", "host"],
		["sslmode=verify-full", "host"],
		["ssl=true", "host"],
		["sslnegotiation=direct", "required"],
		["application_name=bot", "off"],
	])("asks for encryption: %s", (query, mode) => {
		expect(readAddress(`postgres://bot@db/bot?${query}`).encryption.mode).toBe(mode);
	});
});

describe("a session", () => {
	it("opens the database of an encoded name, with the parameters of a provider", async () => {
		await using made = await createTestDatabase();
		const { username, password, port } = new URL(made.tcpUrl);
		const name = "zorb é 100%";
		await made.sql`create database ${made.sql(name)}`;
		const query = "channel_binding=require&gssencmode=disable&keepalives=1&options=-c%20work_mem%3D5MB&host=127.0.0.1";
		const url = `postgres://${username}:${password}@/${encodeURIComponent(name)}?${query}&port=${port}`;
		{
			await using session = connect(url, { max: 1 });
			const [row] = await session.sql`select current_database() as name, current_setting('work_mem') as memory`;
			expect(row).toEqual({ name, memory: "5MB" });
		}
		await made.sql`drop database ${made.sql(name)}`;
	});

	it("gives the server only settings that it knows", async () => {
		await using made = await createTestDatabase();
		const query = "application_name=x&jit=off&role=none&search_path=bot&work_mem=5MB&timezone=UTC&lock_timeout=9";
		await using session = connect(`${made.tcpUrl}?${query}`, { max: 1 });
		expect(await session.sql`select current_setting('lock_timeout') as limit`).toEqual([{ limit: "9ms" }]);
	});

	it("checks the certificate of the server as the address asks", async () => {
		await using made = await createTestDatabase();
		const folder = await mkdtemp(join(tmpdir(), "address-"));
		onTestFinished(() => rm(folder, { recursive: true }));
		await writeFile(join(folder, "own.pem"), selfSigned.cert);
		await writeFile(join(folder, "other.pem"), rootCertificates[0] ?? "");
		const { username, password, port, pathname } = new URL(made.tcpUrl);
		const proxy = await startTlsProxy(Number(port));
		const answer = async (host: string, query: string): Promise<string> => {
			await using session = connect(`postgres://${username}:${password}@${host}:${proxy}${pathname}?${query}`, {
				max: 1,
			});
			return session.sql`select 1`.execute().then(
				() => "open",
				(error: unknown) => (error instanceof Error && "code" in error ? String(error.code) : String(error)),
			);
		};
		expect(await answer("127.0.0.1", "sslmode=require&channel_binding=require")).toBe("open");
		expect(await answer("127.0.0.1", `sslmode=verify-ca&sslrootcert=${folder}/own.pem`)).toBe("open");
		expect(await answer("127.0.0.1", `sslmode=require&sslrootcert=${folder}/own.pem`)).toBe("open");
		expect(await answer("localhost", `sslmode=verify-full&sslrootcert=${folder}/own.pem`)).toBe("open");
		const mistrusted = "DEPTH_ZERO_SELF_SIGNED_CERT";
		expect(await answer("localhost", `sslmode=verify-ca&sslrootcert=${folder}/other.pem`)).toBe(mistrusted);
		expect(await answer("localhost", "sslmode=verify-full")).toBe(mistrusted);
		expect(() => connect(`postgres://db/bot?sslmode=verify-full&sslrootcert=${folder}/none.pem`, { max: 1 })).toThrow(
			`The file ${folder}/none.pem of sslrootcert cannot be read`,
		);
	});
});

/** Takes TLS connections for the PostgreSQL server at `serverPort`. */
async function startTlsProxy(serverPort: number): Promise<number> {
	const proxy = createServer((near) => {
		near.on("error", () => {});
		// The first message is the request to encrypt; `S` grants it.
		near.once("data", () => {
			near.write("S");
			const far = createConnection(serverPort, "127.0.0.1");
			const inner = new TLSSocket(near, { isServer: true, ...selfSigned });
			inner.on("error", () => far.destroy()).on("close", () => far.destroy());
			far.on("error", () => inner.destroy()).on("close", () => inner.destroy());
			inner.pipe(far).pipe(inner);
		});
	}).listen(0, "127.0.0.1");
	await once(proxy, "listening");
	onTestFinished(() => void proxy.close());
	// A server that listens on TCP always has an `AddressInfo`.
	return (proxy.address() as AddressInfo).port;
}

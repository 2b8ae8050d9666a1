import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { access, chown, constants, link, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { AppError } from "../../errors.ts";
import { type Binaries, findBinaries } from "./binaries.ts";
import { chooseIdentity, type Identity } from "./identity.ts";

/** A directory that holds a PostgreSQL database cluster, and all that is needed to run a server on it. */
export interface Cluster {
	directory: string;
	data: string;
	password: string;
	binaries: Binaries;
	identity: Identity;
}

const majorVersion = "18";

/** Makes the cluster in `directory` where there is none. Several processes may do so at once: one of them wins. */
export async function openCluster(directory: string): Promise<Cluster> {
	const binaries = await findBinaries();
	await makeDirectory(directory);
	const identity = await chooseIdentity(directory);
	const password = await keepPassword(directory, identity);
	const cluster = { directory, data: join(directory, "data"), password, binaries, identity };
	const version = await versionOf(cluster.data);
	if (version === undefined) await initialise(cluster);
	else if (version !== majorVersion) {
		throw new AppError(
			"data_dir_unusable",
			`${cluster.data} was made by PostgreSQL ${version}, and PostgreSQL ${majorVersion} comes with this project: move the data with pg_dump of that version, or set DATABASE_URL`,
		);
	}
	return cluster;
}

async function makeDirectory(directory: string): Promise<void> {
	try {
		await mkdir(directory, { recursive: true, mode: 0o700 });
		await access(directory, constants.R_OK | constants.W_OK | constants.X_OK);
	} catch (cause) {
		const reason = cause instanceof Error ? cause.message : String(cause);
		throw new AppError("data_dir_unusable", `The data directory cannot be written (${reason}): set DATA_DIR`, {
			cause,
		});
	}
}

/** `link` is what makes this safe for two processes: a file appears under its name with all its content, once. */
async function keepPassword(directory: string, { uid, gid }: Identity): Promise<string> {
	const path = join(directory, "password");
	const draft = `${path}-${randomBytes(4).toString("hex")}`;
	const kept = await readFile(path, "utf8").catch(() => undefined);
	if (kept !== undefined) return kept;
	await writeFile(draft, randomBytes(24).toString("base64url"), { mode: 0o600 });
	if (uid !== undefined && gid !== undefined) await chown(draft, uid, gid);
	await link(draft, path).catch((error) => {
		if (error.code !== "EEXIST") throw error;
	});
	await rm(draft);
	return readFile(path, "utf8");
}

async function versionOf(data: string): Promise<string | undefined> {
	const text = await readFile(join(data, "PG_VERSION"), "utf8").catch(() => undefined);
	return text?.trim();
}

/** Made beside its place and moved there when it is whole, so that a killed start leaves no half of a cluster. */
async function initialise({ directory, data, binaries, identity }: Cluster): Promise<void> {
	const draft = join(directory, `draft-${randomBytes(4).toString("hex")}`);
	const where = ["--pgdata", draft, "--username", "postgres", "--pwfile", join(directory, "password")];
	const how = ["--auth", "scram-sha-256", "--no-locale", "--encoding", "UTF8"];
	const { prefix, ...owner } = identity;
	const [file = "", ...args] = [...prefix, binaries.initdb, ...where, ...how];
	try {
		await promisify(execFile)(file, args, { ...owner, cwd: directory });
		await rename(draft, data);
	} catch (cause) {
		await rm(draft, { recursive: true, force: true });
		if ((await versionOf(data)) === majorVersion) return;
		throw new AppError(
			"database_unavailable",
			`The embedded PostgreSQL cannot be set up in ${directory} by this user: set DATABASE_URL to a PostgreSQL server (15 or newer)`,
			{ cause },
		);
	}
}

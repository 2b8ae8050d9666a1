import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, cp, mkdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";

/** The last stage of a Dockerfile, built into a directory of this machine instead of an image. */
export interface Image {
	/** The directory that contains the file system of the image. */
	root: string;
	workdir: string;
	env: Record<string, string>;
	user: { uid: number; gid: number };
	command: string[];
	healthcheck: string[];
}

interface Stage extends Image {
	name: string;
	base: string;
}

/**
 * Runs the instructions of a Dockerfile without Docker. Each stage gets a folder in `directory`. Throws on an unknown
 * instruction.
 */
export async function build(context: string, directory: string): Promise<{ image: Image; bases: string[] }> {
	// The directory is private, but the user of the image must be able to read it.
	await chmod(directory, 0o755);
	const text = await readFile(join(context, "Dockerfile"), "utf8");
	const lines = text
		.replaceAll(/^#.*\n/gm, "")
		.replaceAll("\\\n", " ")
		.split("\n");
	const stages: Stage[] = [];
	for (const line of lines.filter((each) => each.trim() !== "")) {
		const [instruction = "", ...rest] = line.split(" ");
		if (instruction === "FROM") stages.push(await from(rest, join(directory, String(stages.length))));
		else await step(instruction, rest.join(" "), stages, context);
	}
	const image = stages.at(-1);
	if (!image) throw new Error("the Dockerfile has no stage");
	return { image, bases: stages.map(({ base }) => base) };
}

async function from([base = "", , name = ""]: string[], root: string): Promise<Stage> {
	await mkdir(root, { recursive: true });
	return { base, name, root, workdir: "/", env: {}, user: { uid: 0, gid: 0 }, command: [], healthcheck: [] };
}

async function step(instruction: string, rest: string, stages: readonly Stage[], context: string): Promise<void> {
	const stage = stages.at(-1);
	if (!stage) throw new Error(`${instruction} comes before FROM`);
	const here = join(stage.root, stage.workdir);
	if (instruction === "WORKDIR") {
		stage.workdir = rest;
		await mkdir(join(stage.root, rest), { recursive: true });
	} else if (instruction === "COPY") await copy(rest.split(" "), stages, context, here);
	else if (instruction === "RUN") await runIn(here, rest);
	else if (instruction === "ENV")
		Object.assign(stage.env, Object.fromEntries(rest.split(" ").map((pair) => pair.split("="))));
	else if (instruction === "USER") {
		const [uid, gid] = rest.split(":").map(Number);
		stage.user = { uid: uid ?? Number.NaN, gid: gid ?? Number.NaN };
	} else if (instruction === "CMD") stage.command = JSON.parse(rest);
	else if (instruction === "HEALTHCHECK") stage.healthcheck = JSON.parse(rest.slice(rest.indexOf("[")));
	else if (instruction !== "EXPOSE" && instruction !== "VOLUME") throw new Error(`unknown instruction ${instruction}`);
}

async function copy(words: string[], stages: readonly Stage[], context: string, here: string): Promise<void> {
	const from = words[0]?.startsWith("--from=") ? words.shift()?.slice("--from=".length) : undefined;
	const source = from === undefined ? context : stages.find(({ name }) => name === from)?.root;
	const target = words.pop() ?? "";
	if (source === undefined) throw new Error(`there is no stage ${from}`);
	for (const each of words) {
		const to = target.endsWith("/") ? join(here, target, basename(each)) : join(here, target);
		await cp(join(source, each), to, { recursive: true, verbatimSymlinks: true });
	}
}

async function runIn(cwd: string, command: string): Promise<void> {
	const child = spawn("sh", ["-ec", command], { cwd, stdio: ["ignore", "ignore", "inherit"] });
	const [status] = await once(child, "exit");
	if (status !== 0) throw new Error(`RUN ${command} ended with ${status}`);
}

/**
 * A shell script for a new mount namespace. It makes the image's directory `$0` read-only, except for the volume `$1`.
 * Then it runs the command, which follows these arguments, in the directory `$2`.
 */
const readOnly = `mount --bind "$0" "$0"; mount --bind "$1" "$1"; mount -o remount,bind,ro "$0"; cd "$2"; shift 2; exec "$@"`;

/**
 * Starts a command of the image with the image's environment variables. The value of a variable may be an absolute
 * path, such as `/app/data`. It then becomes the path below `root`.
 *
 * If this process is root, the command runs as the image's user on a read-only file system, as in compose.yaml.
 * Otherwise, it runs as the current user.
 */
export function startIn({ root, workdir, env, user }: Image, command: string[], more: Record<string, string>) {
	const [file = "", ...args] = command;
	const own = Object.entries(env).map(([name, value]) => [name, value.startsWith("/") ? join(root, value) : value]);
	const cwd = join(root, workdir);
	const plain = [file === "node" ? process.execPath : file, ...args];
	const drop = ["setpriv", "--reuid", String(user.uid), "--regid", String(user.gid), "--clear-groups", "--"];
	const mounts = ["--mount", "--propagation", "private", "sh", "-ec", readOnly, root, join(root, "app", "data"), cwd];
	const [program = "", ...words] = process.getuid?.() === 0 ? ["unshare", ...mounts, ...drop, ...plain] : plain;
	return spawn(program, words, {
		cwd,
		env: { PATH: process.env["PATH"], ...Object.fromEntries(own), ...more },
		stdio: ["ignore", "pipe", "pipe"],
	});
}

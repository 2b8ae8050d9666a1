import { appendFile, mkdir, readFile, rmdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** The user must be root or have write access to the folders under `/sys/fs/cgroup`. */
export interface Cgroup extends AsyncDisposable {
	/** Then this process leaves the group, but the processes that `work` started stay in it. */
	inside<Result>(work: () => Promise<Result>): Promise<Result>;
	/** In bytes, with shared memory and swap, without the file cache. */
	memory(): Promise<number>;
	/** How often the kernel killed a process because memory ran out. */
	killed(): Promise<number>;
}

interface Limits {
	memoryBytes: number;
	/** 0.5 is half of one core. */
	cores: number;
}

const root = "/sys/fs/cgroup";
const periodMicroseconds = 100_000;
/** The kernel removes ended processes from a group with a delay. */
const emptyingMs = 5_000;

/** Uses version 2 of control groups if the machine has it. Version 1 has separate folders for memory and processor. */
export async function createCgroup(name: string, { memoryBytes, cores }: Limits): Promise<Cgroup> {
	const quota = String(cores * periodMicroseconds);
	const isV2 = await readFile(join(root, "cgroup.controllers")).then(
		() => true,
		() => false,
	);
	const memoryFolder = isV2 ? join(root, name) : join(root, "memory", name);
	const folders = isV2 ? [memoryFolder] : [memoryFolder, join(root, "cpu", name)];
	const homes = isV2 ? [root] : await Promise.all(["memory", "cpu"].map(homeOf));
	for (const folder of folders) await mkdir(folder, { recursive: true });
	const limits = isV2
		? { "memory.max": String(memoryBytes), "memory.swap.max": "0", "cpu.max": `${quota} ${periodMicroseconds}` }
		: { "memory.limit_in_bytes": String(memoryBytes), "cpu.cfs_quota_us": quota };
	for (const [file, value] of Object.entries(limits))
		await writeFile(join(file.startsWith("cpu") ? (folders.at(-1) ?? "") : memoryFolder, file), value);

	const enter = async (targets: readonly string[]): Promise<void> => {
		for (const folder of targets) await appendFile(join(folder, "cgroup.procs"), String(process.pid));
	};
	return {
		async inside(work) {
			await enter(folders);
			try {
				return await work();
			} finally {
				await enter(homes);
			}
		},
		async memory() {
			// In version 2, `memory.swap.max` forbids swapping.
			const parts = isV2 ? ["anon", "shmem"] : ["total_rss", "total_shmem", "total_swap"];
			const bytes = await Promise.all(parts.map((part) => numberIn(join(memoryFolder, "memory.stat"), part)));
			return bytes.reduce((sum, each) => sum + each, 0);
		},
		killed: () => numberIn(join(memoryFolder, isV2 ? "memory.events" : "memory.oom_control"), "oom_kill"),
		async [Symbol.asyncDispose]() {
			const end = performance.now() + emptyingMs;
			for (const folder of folders) {
				while (!(await rmdir(folder).then(() => true, isLast)) && performance.now() < end) await sleep(50);
			}
		},
	};
}

const isLast = (): boolean => false;

/** In version 1, each controller has separate groups. */
async function homeOf(controller: string): Promise<string> {
	const lines = (await readFile("/proc/self/cgroup", "utf8")).split("\n");
	const path = lines.find((line) => line.split(":")[1]?.split(",").includes(controller))?.split(":")[2];
	return join(root, controller, path ?? "/");
}

/** The lines of the file consist of a key and a number. */
async function numberIn(file: string, key: string): Promise<number> {
	const line = (await readFile(file, "utf8")).split("\n").find((each) => each.startsWith(`${key} `));
	return Number(line?.split(" ")[1] ?? 0);
}

const sizes = ["B", "KB", "MB", "GB"];

/** `1234567` becomes "1.2 MB". */
export function formatSize(bytes: number): string {
	const power = Math.min(sizes.length - 1, Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(1024)));
	const value = bytes / 1024 ** power;
	return `${power === 0 ? value : value.toFixed(1)} ${sizes[power]}`;
}

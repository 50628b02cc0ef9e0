const charts = tgpCharts;

export const number = charts.number;
export const percent = charts.percent;

/** 1,500 */
export function whole(value) {
  return Math.round(value).toLocaleString('en-GB');
}

/** "1 row", "1,500 rows" */
export function some(count, one, many) {
  return whole(count) + ' ' + (count === 1 ? one : many || one + 's');
}

export function size(bytes) {
  if (bytes < 1000) return some(bytes, 'byte');
  const units = ['kB', 'MB', 'GB'];
  let value = bytes / 1000;
  let unit = 0;
  while (value >= 1000 && unit < 2) {
    value /= 1000;
    unit += 1;
  }
  return (value < 10 ? value.toFixed(1) : Math.round(value)) + ' ' + units[unit];
}

/** "8 s", "2 min 5 s" */
export function duration(seconds) {
  if (!Number.isFinite(seconds)) return '–';
  if (seconds < 90) return (seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)) + ' s';
  const minutes = Math.floor(seconds / 60);
  return minutes < 90 ? minutes + ' min ' + Math.round(seconds % 60) + ' s' : (minutes / 60).toFixed(1) + ' h';
}

/** A moment, given as text or in seconds since 1970, as its date, and its time where it has one. */
export function moment(value) {
  const date = new Date(typeof value === 'number' ? value * 1000 : value);
  if (Number.isNaN(date.getTime())) return '–';
  const text = date.toISOString();
  return text.slice(11, 16) === '00:00' ? text.slice(0, 10) : text.slice(0, 16).replace('T', ' ');
}

/** A value of a table's cell. */
export function cell(value, type) {
  if (value === null || value === undefined || value === '') return '–';
  if (type === 'time' || (typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(value))) return moment(value);
  return typeof value === 'number' ? number(value) : String(value);
}

/** One word of a command line. */
export function quoted(text) {
  return /^[\p{L}\p{N}_./:@%+=,-]+$/u.test(text) ? text : "'" + text.replaceAll("'", "'\\''") + "'";
}

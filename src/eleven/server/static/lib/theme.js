// Before anything is painted: the colours that were chosen here, if any. No module, so that nothing flashes.
document.documentElement.dataset.theme = localStorage.getItem("theme") ?? "auto";

// Applies the chosen theme before the first paint. Not a module, because modules run too late and the page would flash.
document.documentElement.dataset.theme = localStorage.getItem("theme") ?? "auto";

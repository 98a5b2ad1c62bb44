//! What a WebAssembly module imports, exports and calls: enough to tell how an export reaches an import.

use std::collections::{HashMap, HashSet, VecDeque};

use anyhow::Result;
use wasmparser::{ExternalKind, KnownCustom, Name, Operator, Parser, Payload, TypeRef};

/// The functions of a module. Imported ones come first in the index space.
#[derive(Default)]
pub(crate) struct Module {
    /// Imported functions, as `module.name`.
    pub(crate) imports: Vec<String>,
    /// Exported functions: the name and the index.
    pub(crate) exports: Vec<(String, u32)>,
    /// Functions by index, from the name section, demangled.
    pub(crate) names: HashMap<u32, String>,
    /// Bytes of code, by index.
    code: HashMap<u32, usize>,
    /// Direct calls, by the caller's index.
    calls: HashMap<u32, Vec<u32>>,
}

impl Module {
    /// Reads a module.
    pub(crate) fn parse(bytes: &[u8]) -> Result<Self> {
        let mut module = Self::default();
        let mut index = 0;
        for payload in Parser::new(0).parse_all(bytes) {
            match payload? {
                Payload::ImportSection(section) => {
                    for import in section {
                        let import = import?;
                        if matches!(import.ty, TypeRef::Func(_)) {
                            module.imports.push(format!("{}.{}", import.module, import.name));
                            index += 1;
                        }
                    }
                }
                Payload::ExportSection(section) => {
                    for export in section {
                        let export = export?;
                        if export.kind == ExternalKind::Func {
                            module.exports.push((export.name.to_owned(), export.index));
                        }
                    }
                }
                Payload::CodeSectionEntry(body) => {
                    let mut callees = Vec::new();
                    for operator in body.get_operators_reader()? {
                        match operator? {
                            Operator::Call { function_index } | Operator::ReturnCall { function_index } => {
                                callees.push(function_index);
                            }
                            _ => {}
                        }
                    }
                    module.calls.insert(index, callees);
                    module.code.insert(index, body.range().len());
                    index += 1;
                }
                Payload::CustomSection(section) => {
                    if let KnownCustom::Name(section) = section.as_known() {
                        module.read_names(section)?;
                    }
                }
                _ => {}
            }
        }
        Ok(module)
    }

    /// Keeps the names of functions.
    fn read_names(&mut self, section: wasmparser::NameSectionReader<'_>) -> Result<()> {
        for name in section {
            if let Name::Function(names) = name? {
                for naming in names {
                    let naming = naming?;
                    self.names.insert(naming.index, format!("{:#}", rustc_demangle::demangle(naming.name)));
                }
            }
        }
        Ok(())
    }

    /// The shortest chain of direct calls from a function to an import, by name, both included.
    pub(crate) fn path_to_import(&self, from: u32) -> Option<Vec<&str>> {
        let mut seen = HashSet::from([from]);
        let mut paths = VecDeque::from([vec![from]]);
        while let Some(path) = paths.pop_front() {
            let last = *path.last()?;
            if self.import(last).is_some() {
                return Some(path.into_iter().map(|index| self.name(index)).collect());
            }
            for &callee in self.calls.get(&last).into_iter().flatten() {
                if seen.insert(callee) {
                    paths.push_back(path.iter().copied().chain([callee]).collect());
                }
            }
        }
        None
    }

    /// How many bytes of code each function has, by name.
    pub(crate) fn sizes(&self) -> impl Iterator<Item = (&str, usize)> {
        self.code.iter().map(|(index, size)| (self.name(*index), *size))
    }

    /// The import with this index.
    fn import(&self, index: u32) -> Option<&str> {
        self.imports.get(usize::try_from(index).ok()?).map(String::as_str)
    }

    /// The name of a function.
    fn name(&self, index: u32) -> &str {
        let named = || self.names.get(&index).map(String::as_str);
        self.import(index).or_else(named).unwrap_or("(unnamed)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `(import "env" "f" (func)) (func (export "a") call 2) (func call 0) (func (export "b"))`
    const MODULE: &[u8] = b"\0asm\x01\0\0\0\
        \x01\x04\x01\x60\0\0\
        \x02\x09\x01\x03env\x01f\0\0\
        \x03\x04\x03\0\0\0\
        \x07\x09\x02\x01a\0\x01\x01b\0\x03\
        \x0a\x0e\x03\x04\0\x10\x02\x0b\x04\0\x10\0\x0b\x02\0\x0b";

    #[test]
    fn finds_the_way_to_an_import() {
        let module = Module::parse(MODULE).unwrap();
        assert_eq!(module.imports, ["env.f"]);
        assert_eq!(module.exports, [("a".to_owned(), 1), ("b".to_owned(), 3)]);
        assert_eq!(module.path_to_import(1).unwrap(), ["(unnamed)", "(unnamed)", "env.f"]);
        assert_eq!(module.path_to_import(3), None);
    }

    #[test]
    fn garbage_is_an_error() {
        assert!(Module::parse(b"\0asn").is_err());
        assert!(Module::parse(&MODULE[..MODULE.len() - 1]).is_err());
    }
}
